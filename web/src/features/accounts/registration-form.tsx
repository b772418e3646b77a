import { registerAccount, RegistrationForm as schema } from '@blood-bank/contract/accounts'
import { CONSENT } from '@blood-bank/contract/consent'
import { call } from '../../api/call.ts'
import { site } from '../../api/site.ts'
import { useContractForm } from '../../api/use-contract-form.ts'
import { Form } from '../../ui/form.tsx'
import { SmallPrint } from '../../ui/small-print.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { checkPassword } from './check-password.ts'
import { NewPasswordField } from './new-password-field.tsx'

/** Email and password of a new account; `onRegistered` is given the service's message. */
export function RegistrationForm({ onRegistered }: { onRegistered: (message: string) => void }) {
  const form = useContractForm({
    schema,
    initial: { email: '', password: '' },
    check: ({ password }) => checkPassword('password', password, site.shortestPassword),
    send: account => call(registerAccount, { body: account }),
    onSent: ({ message }) => onRegistered(message),
  })
  return (
    <Form form={form} action="Create Account">
      <TextField label="Email" type="email" autoComplete="username" isRequired {...form.text('email')} />
      <NewPasswordField label="Password" {...form.text('password')} />
      <SmallPrint>{CONSENT.text}</SmallPrint>
    </Form>
  )
}
