import { confirmPassword, PasswordConfirmationForm as schema } from '@blood-bank/contract/own-account'
import { call } from '../api/call.ts'
import { Form } from '../forms/form.tsx'
import { TextField } from '../forms/text-field.tsx'
import { useContractForm } from '../forms/use-contract-form.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { useActor } from './session.ts'

type Props = { onConfirmed: () => void; onClose: () => void }

/** Asks the actor for their password and confirms it with the server. */
export const PasswordDialog = ({ onConfirmed, onClose }: Props) => (
  <Dialog title="Confirm your password" onClose={onClose}>
    <PasswordForm onConfirmed={onConfirmed} onCancel={onClose} />
  </Dialog>
)

function PasswordForm({ onConfirmed, onCancel }: { onConfirmed: () => void; onCancel: () => void }) {
  const { email } = useActor()
  const form = useContractForm({
    schema,
    initial: { password: '' },
    send: body => call(confirmPassword, { body }),
    onSent: onConfirmed,
  })
  return (
    <>
      <p>It's been a while since you entered your password. Please enter it again to continue.</p>
      <Form form={form} action="Confirm" otherActions={<Button onClick={onCancel}>Cancel</Button>}>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          isRequired
          {...form.text('password')}
        />
      </Form>
    </>
  )
}
