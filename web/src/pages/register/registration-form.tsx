import { registerAccount, RegistrationForm as schema } from '@blood-bank/contract/passwords/accounts'
import { call } from '../../api/call.ts'
import { FoldedConsent } from '../../features/accounts/folded-consent.tsx'
import { checkPassword, NewPasswordField } from '../../features/accounts/passwords/new-password-field.tsx'
import { Form } from '../../forms/form.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'

/** The server's message, and the address as it was stored. */
export type Registered = { message: string; email: string }

type Props = {
  /** The address that was entered before; empty at first. */
  email: string
  onRegistered: (registered: Registered) => void
}

/** Email and password of a new account. */
export function RegistrationForm({ email, onRegistered }: Props) {
  const form = useContractForm({
    schema,
    initial: { email, password: '' },
    check: ({ password }) => checkPassword('password', password),
    send: async account => ({ ...(await call(registerAccount, { body: account })), email: account.email }),
    onSent: onRegistered,
  })
  return (
    <Form form={form} action="Create Account">
      <TextField label="Email" type="email" autoComplete="username" isRequired {...form.text('email')} />
      <NewPasswordField label="Password" {...form.text('password')} />
      <FoldedConsent isNew />
    </Form>
  )
}
