import { useEffect, useState } from 'react'
import { parsePath, useLocation } from 'react-router'
import { findDestination, forgetDestination } from '../../features/accounts/destination.ts'
import { MailLinkPage } from '../../features/accounts/mail-link-page.tsx'
import { actorOf, useSession } from '../../session/session.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { EmailVerification, type VerifiedAddress } from './email-verification.tsx'

/** The target of the link in a verification email. */
export function VerifyEmailPage() {
  const { hash } = useLocation()
  const actor = actorOf(useSession())
  const [to, label] = actor ? ['/dashboard', 'Go to Dashboard'] : ['/login', 'Sign in']
  const [done, setDone] = useState<VerifiedAddress | null>(null)
  const [isSpent, setSpent] = useState(false)
  // Another link was opened in this tab.
  if (hash !== '' && (done || isSpent)) {
    setDone(null)
    setSpent(false)
  }
  if (done) return <EmailVerifiedPage {...done} />
  const verified = actor?.emailVerified && <EmailVerifiedPage />
  if (isSpent && verified) return verified
  const help = <p>For a new link, sign in and press Resend Verification Email.</p>
  const next = (
    <div>
      <LinkButton to={to} variant="primary">
        {label}
      </LinkButton>
    </div>
  )
  return (
    <MailLinkPage
      title="Verify your email"
      lead="Once your email is verified, you can register as a donor and post blood requests."
      help={
        <>
          {help}
          {next}
        </>
      }
      withoutToken={verified}
    >
      {token => (
        <Card>
          <EmailVerification
            key={token}
            token={token}
            help={help}
            next={next}
            isSpent={isSpent}
            onSpent={() => setSpent(true)}
            onDone={setDone}
          />
        </Card>
      )}
    </MailLinkPage>
  )
}

/** What is next for whoever has just verified their email, or opens a link again that they have used. */
const EmailVerifiedPage = ({ message, email }: Partial<VerifiedAddress>) => (
  <Page title="Your email is verified">
    <Card>
      {message && <Notice kind="success">{message}</Notice>}
      <NextTasks email={email} />
    </Card>
  </Page>
)

const TASKS = { '/post-request': 'Post a Request', '/register-donor': 'Register as Donor' }

/**
 * What somebody can do who has just verified their address: first what they came for. `email` is the address, if known:
 * whoever isn't signed in need not type it again.
 */
function NextTasks({ email }: { email: string | undefined }) {
  const isSignedIn = actorOf(useSession()) !== null
  const [destination] = useState(findDestination)
  useEffect(forgetDestination, [])
  const asked = parsePath(destination ?? '')
  const tasks = Object.entries(TASKS).map(([pathname, label]) => ({
    label,
    path: asked.pathname === pathname ? asked : { pathname },
  }))
  const hasOtherPlans = destination !== null && tasks.every(({ path }) => path !== asked)
  const choices = [
    ...tasks,
    hasOtherPlans
      ? { label: 'Continue', path: asked }
      : { label: isSignedIn ? 'Go to Dashboard' : 'Sign in', path: { pathname: '/dashboard' } },
  ]
  const isFirst = ({ path }: { path: object }) => path === asked
  return (
    <Stack row>
      {[...choices.filter(isFirst), ...choices.filter(choice => !isFirst(choice))].map(
        ({ label, path }, at) => (
          <LinkButton
            key={label}
            {...(isSignedIn ? { to: path } : { to: '/login', state: { email, from: path } })}
            variant={at === 0 ? 'primary' : 'secondary'}
          >
            {label}
          </LinkButton>
        ),
      )}
    </Stack>
  )
}
