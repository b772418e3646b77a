import { useLocation } from 'react-router'
import { Link } from '../../ui/controls/link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PasswordResetEmailForm } from './password-reset-email-form.tsx'

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
