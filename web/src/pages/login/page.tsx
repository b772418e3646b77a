import { SIGN_IN_MESSAGES } from '@blood-bank/contract/users/actors'
import { Suspense, useState } from 'react'
import { type Path, useLocation } from 'react-router'
import { BlockedCookies } from '../../features/accounts/blocked-cookies.tsx'
import { WaitingRequest } from '../../features/blood-requests/waiting-request.tsx'
import { useSession } from '../../session/session.ts'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import styles from './page.module.css'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Loaded only for the few people who are suspended. */
const SuspendedAccount = lazyPart(async () => (await import('./suspended-account.tsx')).SuspendedAccount)

/** Messages by the page from which a guard redirected here (spec §8). */
const REASONS: Record<string, string> = {
  '/dashboard': SIGN_IN_MESSAGES.dashboard,
  '/post-request': SIGN_IN_MESSAGES.postRequest,
}

const LEAD = 'Sign in to find donors, post a request, or offer to donate.'
const TO_HELP = 'Sign in to help, or create an account first. You come back to the request afterwards.'

/** The message for somebody who was sent here from a page. */
const reasonOf = (from: Partial<Path> | undefined) =>
  from?.pathname === '/view-requests' && from.search?.startsWith('?request=')
    ? TO_HELP
    : REASONS[from?.pathname ?? '']

export function LoginPage() {
  const { state, search } = useLocation()
  const [email, setEmail] = useState('')
  const [isSuspended, setIsSuspended] = useState(false)
  // The reason why a session ended takes precedence over a page's message.
  const session = useSession()
  const hasRoleChanged = session.kind === 'none' && session.hasRoleChanged
  const reason = hasRoleChanged ? SIGN_IN_MESSAGES.roleChanged : (state?.reason ?? reasonOf(state?.from))
  return (
    <Page
      title="Sign In"
      lead={
        <>
          <span className={reason ? styles.reason : styles.lead}>{reason ?? LEAD}</span>
          <WaitingRequest />
        </>
      }
    >
      <BlockedCookies />
      <Card>
        <SignInForm email={state?.email ?? ''} onEmail={setEmail} onSuspended={setIsSuspended} />
        <PasskeySignIn onSuspended={setIsSuspended} />
        <Stack>
          <Link to="/forgot-password" state={{ ...state, email }}>
            Forgot your password?
          </Link>
          <p>
            New here?{' '}
            <Link to={{ pathname: '/register', search }} state={state}>
              Sign up
            </Link>
          </p>
        </Stack>
      </Card>
      <Suspense>{isSuspended && <SuspendedAccount />}</Suspense>
    </Page>
  )
}
