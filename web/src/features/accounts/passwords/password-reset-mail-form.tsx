import { PasswordResetMailForm as schema, sendPasswordResetMail } from '@blood-bank/contract/accounts'
import { hasVisibleText } from '@blood-bank/contract/visible-text'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { withHint } from '../../../api/explain-failure.ts'
import { Form } from '../../../forms/form.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'

/** For an address that is none, and any call that fails (spec §8): what went wrong would tell whether an address has an account. */
const NOT_SENT = 'Failed to send password reset email. Please try again, or ensure the email is correct.'

/** Asks for a reset link; stays usable, since the first email may have gone to a mistyped address. */
export function PasswordResetMailForm() {
  const [sent, setSent] = useState<string | null>(null)
  const form = useContractForm({
    schema,
    initial: { email: '' },
    send: address => {
      setSent(null)
      return call(sendPasswordResetMail, { body: address })
    },
    onSent: ({ message }) => setSent(message),
    explainFault: ({ message }, { email }) => (hasVisibleText(email) ? NOT_SENT : message),
    explain: refusal => withHint(refusal, NOT_SENT),
  })
  return (
    <Form form={form} action="Send Password Reset Link">
      <TextField label="Email" type="email" autoComplete="username" isRequired {...form.text('email')} />
      {sent && <Notice kind="success">{sent}</Notice>}
    </Form>
  )
}
