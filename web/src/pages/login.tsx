import { readOwnDonor } from '@blood-bank/contract/donors'
import { Link, useLocation } from 'react-router'
import { SignInForm } from '../features/sessions/sign-in-form.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Stack } from '../ui/stack.tsx'

/** What is said to those whom a guard sent here (spec §8). */
const REASONS: Record<string, string> = {
  '/dashboard': readOwnDonor.signedOutMessage,
  '/post-request': 'Please log in to post a blood request.',
}

export function LoginPage() {
  const { state } = useLocation()
  const reason = REASONS[state?.from?.pathname]
  return (
    <Page title="Sign In">
      {reason && <Notice kind="info">{reason}</Notice>}
      <Card>
        <SignInForm />
        <Stack>
          <Link to="/forgot-password">Forgot your password?</Link>
          <p>
            New here?{' '}
            <Link to="/register" state={state}>
              Sign up
            </Link>
          </p>
        </Stack>
      </Card>
    </Page>
  )
}
