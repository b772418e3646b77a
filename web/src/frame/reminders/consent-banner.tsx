import { CONSENT } from '@blood-bank/contract/own-account/consent'
import { agreeToConsent } from '@blood-bank/contract/own-account/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { ConsentPoints } from '../../features/accounts/consent-points.tsx'
import { OWN_ACCOUNT } from '../../features/accounts/your-data.tsx'
import { refreshSession } from '../../session/session-changes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Banner } from '../../ui/layout/banner.tsx'

/**
 * Asks people who agreed to an older text to agree to the current one: below the text, so that nobody agrees to what they have
 * not seen. They can use the site without agreeing.
 */
export function ConsentBanner({ onDone }: { onDone: (message: string) => void }) {
  const client = useQueryClient()
  const agreeing = useMutation({
    mutationFn: () => call(agreeToConsent, { body: { version: CONSENT.version } }),
    onSuccess: async () => {
      // The focused button is about to disappear.
      document.getElementById('main')?.focus({ preventScroll: true })
      void client.invalidateQueries({ queryKey: OWN_ACCOUNT })
      await refreshSession(client)
      onDone('Thank you. The text you agreed to is on your Account page.')
    },
  })
  return (
    <Banner
      title="Our privacy text has changed"
      detail="Read it, then press Agree"
      result={
        agreeing.error && (
          <MutationNotice of={agreeing} failed="Failed to record that you agree. Please try again." />
        )
      }
    >
      <p>It says what we store, who sees what, and when we email donors, which you can stop anytime.</p>
      <ConsentPoints text={CONSENT.text} />
      <p>
        More is on the <Link to="/privacy">Privacy</Link> page.
      </p>
      <Button isBusy={agreeing.isPending} onClick={() => agreeing.mutate()}>
        Agree
      </Button>
    </Banner>
  )
}
