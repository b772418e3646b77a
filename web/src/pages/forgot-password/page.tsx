import {
  PasswordResetMailForm as schema,
  sendPasswordResetMail,
} from '@blood-bank/contract/passwords/accounts'
import { hasVisibleText } from '@blood-bank/contract/typed-text/clean'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { withDetails } from '../../api/explain-failure.ts'
import { Form } from '../../forms/form.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Link } from '../../ui/controls/link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'

export function ForgotPasswordPage() {
  const { state } = useLocation()
  return (
    <Page title="Reset Password" lead="We'll email you a link to set a new password.">
      <Card>
        <PasswordResetEmailForm email={state?.email ?? ''} />
        <Link to="/login" state={state}>
          Back to sign in
        </Link>
        <Link to="/help#email">What if no email comes?</Link>
      </Card>
    </Page>
  )
}

/** For an invalid address and every failed call (spec §8): a more exact message could reveal whether an account exists. */
const SENDING_FAILED =
  'Failed to send password reset email. Please try again, or ensure the email is correct.'

/** Shown for every address, also while the limits are not reached (server: identity/passwords/link-limits.ts). */
const SENDING_IS_LIMITED =
  'To keep mailboxes from being flooded, we limit how many of these emails go to one address. If none comes, use the latest one that you have, or try again later.'

/** `email`: the address that was typed on the page before. */
type Props = { email: string }

/** Requests a reset link. Stays usable, as the first email may have gone to a mistyped address. */
function PasswordResetEmailForm({ email }: Props) {
  const [sent, setSent] = useState<string | null>(null)
  const form = useContractForm({
    schema,
    initial: { email },
    send: address => {
      setSent(null)
      return call(sendPasswordResetMail, { body: address })
    },
    onSent: ({ message }) => setSent(message),
    explainFault: ({ message }, { email }) => (hasVisibleText(email) ? SENDING_FAILED : message),
    explain: refusal => withDetails(refusal, SENDING_FAILED),
  })
  return (
    <Form form={form} action="Send Password Reset Link">
      <TextField label="Email" type="email" autoComplete="username" isRequired {...form.text('email')} />
      {sent && <Notice kind="success">{sent}</Notice>}
      {/* The server does not say whether it has sent one: that would reveal earlier requests for the address. */}
      {sent && <p>{SENDING_IS_LIMITED}</p>}
    </Form>
  )
}
