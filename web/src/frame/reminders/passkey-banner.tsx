import type { Session } from '@blood-bank/contract/sessions/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { confirmByPasskey } from '../../session/passkeys/browser-passkeys.ts'
import { explainPasskeyFailure } from '../../session/passkeys/explain-passkey-failure.ts'
import { refreshSession } from '../../session/session-changes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Banner } from '../../ui/layout/banner.tsx'

type Props = { due: NonNullable<Session['passkeyDue']>; onDone: (message: string) => void }

/** Asks an admin to add or use a passkey, on sites where admins need one. Until then they are a member like others. */
export function PasskeyBanner({ due, onDone }: Props) {
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
