import { useState } from 'react'
import { useLocation } from 'react-router'
import { RegistrationForm } from '../features/accounts/registration-form.tsx'
import { Link } from '../ui/controls/link.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Card } from '../ui/layout/card.tsx'
import { Page } from '../ui/layout/page.tsx'

export function RegisterPage() {
  const { state } = useLocation()
  const [message, setMessage] = useState<string | null>(null)
  return (
    <Page title="Create Account">
      <Card>
        {message ? (
          <>
            <Notice kind="success">{message}</Notice>
            <div>
              <LinkButton to="/login" state={state} variant="primary">
                Sign in
              </LinkButton>
            </div>
          </>
        ) : (
          <>
            <RegistrationForm onRegistered={setMessage} />
            <p>
              Already have an account?{' '}
              <Link to="/login" state={state}>
                Sign in
              </Link>
            </p>
          </>
        )}
      </Card>
    </Page>
  )
}
