import { useLocation } from 'react-router'
import { PasswordResetMailForm } from '../features/accounts/passwords/password-reset-mail-form.tsx'
import { Link } from '../ui/controls/link.tsx'
import { Card } from '../ui/layout/card.tsx'
import { Page } from '../ui/layout/page.tsx'

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
