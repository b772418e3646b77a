import { SignInForm as schema, signIn } from '@blood-bank/contract/sessions'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { isRefusal } from '../../api/refusal.ts'
import { Form } from '../../forms/form.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { startSession } from '../../session/session-changes.ts'

type Props = {
  /** The address of somebody who has just registered or verified it. */
  email: string | undefined
  /** Called with whether the account is suspended. */
  onSuspended: (isSuspended: boolean) => void
}

/** Email and password. The guard redirects after a success. */
export function SignInForm({ email = '', onSuspended }: Props) {
  const client = useQueryClient()
  const form = useContractForm({
    schema,
    initial: { email, password: '' },
    send: async credentials => {
      onSuspended(false)
      try {
        startSession(client, await call(signIn, { body: credentials }))
      } catch (error) {
        onSuspended(isRefusal(error, 'account-suspended'))
        throw error
      }
    },
  })
  return (
    <Form form={form} action="Sign In">
      <TextField label="Email" type="email" autoComplete="username" isRequired {...form.text('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...form.text('password')} />
    </Form>
  )
}
