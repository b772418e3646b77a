import { registerAccount, RegistrationForm as schema } from '@blood-bank/contract/accounts'
import { CONSENT } from '@blood-bank/contract/consent'
import { call } from '../../api/call.ts'
import { site } from '../../api/site.ts'
import { Form } from '../../forms/form.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { PrivacyNote } from '../../ui/layout/privacy-note.tsx'
import { ConsentPoints } from './consent-points.tsx'
import { checkPassword } from './passwords/check-password.ts'
import { NewPasswordField } from './passwords/new-password-field.tsx'

/** Email and password of a new account. `onRegistered` receives the server's message. */
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
      <ConsentPoints text={CONSENT.text} />
      <PrivacyNote />
    </Form>
  )
}
