import { useState } from 'react'
import { PasswordResetForm } from '../../features/accounts/passwords/password-reset-form.tsx'
import { useMailToken } from '../../features/accounts/use-mail-token.ts'
import { AfterHydration } from '../../ui/browser/after-hydration.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { DismissibleError } from '../../ui/feedback/dismissible-error.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'

/** The target of the link in a password reset email. */
export function ResetPasswordPage() {
  const { token, fault } = useMailToken()
  const [done, setDone] = useState<string | null>(null)
  return (
    <Page title="Choose a new password">
      <AfterHydration fallback={<Waiting />}>
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
                Link not working? <Link to="/forgot-password">Request a new one</Link>
              </p>
            </>
          )}
        </Card>
      </AfterHydration>
    </Page>
  )
}
