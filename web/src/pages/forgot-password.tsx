import { useLocation } from 'react-router'
import { PasswordResetMailForm } from '../features/accounts/password-reset-mail-form.tsx'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'

export function ForgotPasswordPage() {
  const { state } = useLocation()
  return (
    <Page title="Reset Password" lead="We send you a link with which you can set a new password.">
      <Card>
        <PasswordResetMailForm />
        <Link to="/login" state={state}>
          Back to sign in
        </Link>
      </Card>
    </Page>
  )
}
