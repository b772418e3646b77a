import { useState } from 'react'
import { PasswordResetForm } from '../features/accounts/password-reset-form.tsx'
import { useMailToken } from '../features/accounts/use-mail-token.ts'
import { Card } from '../ui/card.tsx'
import { DismissibleError } from '../ui/dismissible-error.tsx'
import { Link } from '../ui/link.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'

/** Where the link of a password reset email leads. */
export function ResetPasswordPage() {
  const { token, fault } = useMailToken()
  const [done, setDone] = useState<string | null>(null)
  return (
    <Page title="Choose a New Password">
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
            {fault ? (
              <DismissibleError>{fault}</DismissibleError>
            ) : (
              <PasswordResetForm token={token} onReset={setDone} />
            )}
            <p>
              The link does not work? <Link to="/forgot-password">Request a new one</Link>
            </p>
          </>
        )}
      </Card>
    </Page>
  )
}
