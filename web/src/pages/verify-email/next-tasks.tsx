import { useEffect, useState } from 'react'
import { parsePath } from 'react-router'
import { findDestination, forgetDestination } from '../../features/accounts/destination.ts'
import { actorOf, useSession } from '../../session/session.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Stack } from '../../ui/layout/stack.tsx'

const TASKS = { '/post-request': 'Post a Request', '/register-donor': 'Register as Donor' }

/**
 * What somebody can do who has just verified their address: first what they came for. `email` is the address, if known:
 * whoever isn't signed in need not type it again.
 */
export function NextTasks({ email }: { email: string | undefined }) {
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
