import {
  confirmPassword,
  PasswordConfirmationForm as schema,
} from '@blood-bank/contract/own-account/endpoints'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { MutationNotice } from '../api/mutation-notice.tsx'
import { Form } from '../forms/form.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { useContractForm } from '../forms/use-contract-form.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { explainPasskeyFailure } from './passkeys/explain-passkey-failure.ts'
import { hasPasskeys } from './passkeys/has-passkeys.ts'
import { useActor } from './session.ts'

type Props = { onConfirmed: () => void; onClose: () => void }

/** Asks the actor for their password, or a passkey, and confirms it with the server. */
export const PasswordDialog = ({ onConfirmed, onClose }: Props) => (
  <Dialog title="Confirm your password" onClose={onClose}>
    <PasswordForm onConfirmed={onConfirmed} onCancel={onClose} />
  </Dialog>
)

function PasswordForm({ onConfirmed, onCancel }: { onConfirmed: () => void; onCancel: () => void }) {
  const { email } = useActor()
  const byPasskey = useMutation({
    mutationFn: async () => (await import('./passkeys/browser-passkeys.ts')).confirmByPasskey(),
    onSuccess: onConfirmed,
  })
  const form = useContractForm({
    schema,
    initial: { password: '' },
    send: body => {
      byPasskey.reset()
      return call(confirmPassword, { body })
    },
    onSent: onConfirmed,
  })
  return (
    <>
      <p>Please enter your password again to continue.</p>
      <Form
        form={form}
        action="Confirm"
        otherActions={
          <>
            {hasPasskeys() && (
              <Button isBusy={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
                Use a passkey
              </Button>
            )}
            <Button onClick={onCancel}>Cancel</Button>
          </>
        }
      >
        <PasswordField
          label="Password"
          autoComplete="current-password"
          username={email}
          {...form.text('password')}
        />
        <MutationNotice of={byPasskey} explain={explainPasskeyFailure} />
      </Form>
    </>
  )
}
