import { resetPassword, PasswordResetForm as schema } from '@blood-bank/contract/passwords/accounts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { Form } from '../../../forms/form.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { refreshSession } from '../../../session/session-changes.ts'
import { checkPassword, NewPasswordField } from './new-password-field.tsx'

type Props = {
  token: string
  onReset: (message: string) => void
  onRefused?: (refusal: Error) => void
}

/** Sets a new password with the token of a reset link. The server then ends all sessions of the account. */
export function PasswordResetForm({ token, onReset, onRefused }: Props) {
  const client = useQueryClient()
  const form = useContractForm({
    schema,
    initial: { newPassword: '' },
    prepare: values => ({ ...values, token }),
    check: ({ newPassword }) => checkPassword('newPassword', newPassword),
    send: async change => {
      const reply = await call(resetPassword, { body: change })
      await refreshSession(client)
      return reply
    },
    onSent: ({ message }) => onReset(message),
    ...(onRefused && { onRefused }),
  })
  return (
    <Form form={form} action="Set New Password">
      <NewPasswordField label="New Password" {...form.text('newPassword')} />
    </Form>
  )
}
