import { useState } from 'react'
import { useLocation } from 'react-router'
import { RegistrationForm } from '../features/accounts/registration-form.tsx'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'

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
