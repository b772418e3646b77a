import { useState } from 'react'
import { useLocation } from 'react-router'
import { MailLinkPage } from '../../features/accounts/mail-link-page.tsx'
import { PasswordResetForm } from '../../features/accounts/passwords/password-reset-form.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'

const HELP = (
  <p>
    Link not working? <Link to="/forgot-password">Request a new one</Link>
  </p>
)

/** The target of the link in a password reset email. */
export function ResetPasswordPage() {
  const { hash } = useLocation()
  const [done, setDone] = useState<string | null>(null)
  // Another link was opened in this tab.
  if (done && hash !== '') setDone(null)
  if (done)
    return (
      <Page title="Your password is set">
        <Card>
          <Notice kind="success">{done}</Notice>
          <div>
            <LinkButton to="/login" variant="primary">
              Sign in
            </LinkButton>
          </div>
        </Card>
      </Page>
    )
  return (
    <MailLinkPage title="Choose a new password" help={HELP}>
      {token => (
        <Card>
          <PasswordResetForm key={token} token={token} onReset={setDone} />
          {HELP}
        </Card>
      )}
    </MailLinkPage>
  )
}
