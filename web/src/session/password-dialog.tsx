import { confirmPassword, PasswordConfirmationForm as schema } from '@blood-bank/contract/own-account'
import { call } from '../api/call.ts'
import { Form } from '../forms/form.tsx'
import { TextField } from '../forms/text-field.tsx'
import { useContractForm } from '../forms/use-contract-form.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { useActor } from './session.ts'

type Props = { onGiven: () => void; onClose: () => void }

/** Asks the actor for their password, and gives it to the server. */
export const PasswordDialog = ({ onGiven, onClose }: Props) => (
  <Dialog title="Confirm Your Password" onClose={onClose}>
    <PasswordForm onGiven={onGiven} onCancel={onClose} />
  </Dialog>
)

function PasswordForm({ onGiven, onCancel }: { onGiven: () => void; onCancel: () => void }) {
  const { email } = useActor()
  const form = useContractForm({
    schema,
    initial: { password: '' },
    send: given => call(confirmPassword, { body: given }),
    onSent: onGiven,
  })
  return (
    <>
      <p>You last gave your password some time ago. Please enter it again to continue.</p>
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
