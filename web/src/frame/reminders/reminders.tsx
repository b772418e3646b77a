import { CONSENT } from '@blood-bank/contract/own-account/consent'
import { agreeToConsent } from '@blood-bank/contract/own-account/endpoints'
import type { Session } from '@blood-bank/contract/sessions/endpoints'
import type { Reminder } from '@blood-bank/contract/sessions/reminders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { call } from '../../api/call.ts'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { ConsentPoints } from '../../features/accounts/consent-points.tsx'
import { useAddressCorrection, useResending } from '../../features/accounts/verification/actions.tsx'
import { OWN_ACCOUNT } from '../../features/accounts/your-data.tsx'
import { confirmByPasskey } from '../../session/passkeys/browser-passkeys.ts'
import { explainPasskeyFailure } from '../../session/passkeys/explain-passkey-failure.ts'
import { refreshSession } from '../../session/session-changes.ts'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { NewAdminBanner } from './new-admin-banner.tsx'
import styles from './reminders.module.css'

type Props = {
  due: readonly Reminder[]
  email: string
  /** Called with what to say in the place of a reminder that is settled. */
  onDone: (message: string) => void
}

/** What the person still has to do. */
export const Reminders = ({ due, email, onDone }: Props) =>
  due.map(reminder => (
    <div key={reminder}>
      {reminder === 'verify' && <VerificationBanner email={email} />}
      {reminder === 'agree' && <ConsentBanner onDone={onDone} />}
      {reminder === 'add-passkey' && <PasskeyBanner due="add" onDone={onDone} />}
      {reminder === 'use-passkey' && <PasskeyBanner due="use" onDone={onDone} />}
      {reminder === 'become-admin' && <NewAdminBanner onDone={onDone} />}
    </div>
  ))

/** Loaded for the few people who need it. Without it, the banner offers the rest again. */
const AddressCorrectionForm = lazyPart(
  async () =>
    (await import('../../features/accounts/verification/address-correction-form.tsx')).AddressCorrectionForm,
  ({ onCancel }) => (
    <Notice kind="error" onDismiss={onCancel}>
      The form couldn't be loaded. Check your internet connection, then reload the page.
    </Notice>
  ),
)

/** Reminds a signed-in user of an unverified email, resends the verification email (spec §2), and corrects the address. */
function VerificationBanner({ email }: { email: string }) {
  const { button, result } = useResending()
  const correction = useAddressCorrection()
  const form = (
    <div className={styles.correction}>
      <Card>
        <Suspense>
          <AddressCorrectionForm wrongAddress={email} onCancel={correction.cancel} />
        </Suspense>
      </Card>
    </div>
  )
  return (
    <Banner
      title="Email not verified"
      detail={email}
      tone="warning"
      action={correction.isCorrecting ? null : button}
      result={correction.isCorrecting ? form : result}
    >
      <p>
        Click the link in the email we sent to <strong className={styles.address}>{email}</strong>.
      </p>
      {!correction.isCorrecting && correction.button}
    </Banner>
  )
}

/**
 * Asks people who agreed to an older text to agree to the current one: below the text, so that nobody agrees to what they have
 * not seen. They can use the site without agreeing.
 */
function ConsentBanner({ onDone }: { onDone: (message: string) => void }) {
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

type PasskeyProps = { due: NonNullable<Session['passkeyDue']>; onDone: (message: string) => void }

/** Asks an admin to add or use a passkey, on sites where admins need one. Until then they are a member like others. */
function PasskeyBanner({ due, onDone }: PasskeyProps) {
  const client = useQueryClient()
  const using = useMutation({
    mutationFn: confirmByPasskey,
    onSuccess: async () => {
      // The focused button is about to disappear.
      document.getElementById('main')?.focus({ preventScroll: true })
      await refreshSession(client)
      onDone('Thank you. You have the rights of an admin again.')
    },
  })
  return (
    <Banner
      title="Passkey needed"
      tone="warning"
      action={
        due === 'add' ? (
          <LinkButton to="/account#passkeys">Go to your passkeys</LinkButton>
        ) : (
          <Button isBusy={using.isPending} onClick={() => using.mutate()}>
            Use your passkey
          </Button>
        )
      }
      result={
        using.error && (
          <MutationNotice of={using} explain={error => explainPasskeyFailure(error, 'useAsAdmin')} />
        )
      }
    >
      <p>
        {due === 'add'
          ? 'Admins of this site need a passkey. Add one on your Account page to open the admin area. Until then you can do what every member can.'
          : 'Admins of this site need a passkey. Use yours to open the admin area. If you have lost it, ask whoever runs this site to remove it.'}
      </p>
    </Banner>
  )
}
