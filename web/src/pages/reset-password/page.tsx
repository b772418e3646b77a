import { useState } from 'react'
import { MailLinkPage } from '../../features/accounts/mail-link-page.tsx'
import { PasswordResetForm } from '../../features/accounts/passwords/password-reset-form.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'

const HELP = (
  <p>
    Link not working? <Link to="/forgot-password">Request a new one</Link>
  </p>
)

/** The target of the link in a password reset email. */
export const ResetPasswordPage = () => (
  <MailLinkPage title="Choose a new password" help={HELP}>
    {token => <PasswordReset key={token} token={token} />}
  </MailLinkPage>
)

function PasswordReset({ token }: { token: string }) {
  const [done, setDone] = useState<string | null>(null)
  return (
    <Card>
      {done ? (
        <>
          <Notice kind="success">{done}</Notice>
          <div>
            <LinkButton to="/login" variant="primary">
              Sign in
            </LinkButton>
          </div>
        </>
      ) : (
        <>
          <PasswordResetForm token={token} onReset={setDone} />
          {HELP}
        </>
      )}
    </Card>
  )
}
