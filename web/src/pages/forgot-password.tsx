import { Link } from 'react-router'
import { PasswordResetMailForm } from '../features/accounts/password-reset-mail-form.tsx'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'

export function ForgotPasswordPage() {
  return (
    <Page title="Reset Password" lead="We send you a link with which you can set a new password.">
      <Card>
        <PasswordResetMailForm />
        <Link to="/login">Back to sign in</Link>
      </Card>
    </Page>
  )
}
