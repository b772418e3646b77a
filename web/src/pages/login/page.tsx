import { SignInForm as schema, signIn } from '@blood-bank/contract/sessions/endpoints'
import { SIGN_IN_MESSAGES } from '@blood-bank/contract/users/actors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { type Path, useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { isRefusal } from '../../api/refusal.ts'
import { BlockedCookies } from '../../features/accounts/blocked-cookies.tsx'
import { WaitingRequest } from '../../features/blood-requests/waiting-request.tsx'
import { Form } from '../../forms/form.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { explainPasskeyFailure } from '../../session/passkeys/explain-passkey-failure.ts'
import { hasPasskeys } from '../../session/passkeys/has-passkeys.ts'
import { useSession } from '../../session/session.ts'
import { startSession } from '../../session/session-changes.ts'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'
import { useBrowserSupport } from '../../ui/browser/use-browser-value.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import styles from './page.module.css'

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
  const newcomer: unknown = state?.newcomer
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
          <span className={reason || newcomer ? styles.reason : styles.lead}>
            {reason ?? (newcomer ? <WayOfNewcomer state={newcomer} /> : LEAD)}
          </span>
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

/** For whoever needs blood and has no account, in the place of the lead. */
const WayOfNewcomer = ({ state }: { state: unknown }) => (
  <>
    Need blood, and new here?{' '}
    <Link to="/register" state={state}>
      Create account
    </Link>
    : it takes an email address and a password.
  </>
)

type SignInProps = {
  /** The address of somebody who has just registered or verified it; empty otherwise. */
  email: string
  /** Called with the address as it is typed. */
  onEmail: (email: string) => void
  /** Called with whether the account is suspended. */
  onSuspended: (isSuspended: boolean) => void
}

/** Email and password. The guard redirects after a success. */
function SignInForm({ email, onEmail, onSuspended }: SignInProps) {
  const client = useQueryClient()
  const form = useContractForm({
    schema,
    initial: { email, password: '' },
    send: async credentials => {
      onSuspended(false)
      try {
        startSession(client, await call(signIn, { body: credentials }))
      } catch (error) {
        onSuspended(isRefusal(error, 'account-suspended'))
        throw error
      }
    },
  })
  const address = form.text('email')
  useEffect(() => onEmail(address.value), [address.value, onEmail])
  return (
    <Form form={form} action="Sign In">
      <TextField label="Email" type="email" autoComplete="username" isRequired {...address} />
      <PasswordField label="Password" autoComplete="current-password" {...form.text('password')} />
    </Form>
  )
}

/** Signs in with a passkey, where the browser has them. `onSuspended` is called as by `SignInForm`. */
function PasskeySignIn({ onSuspended }: { onSuspended: (isSuspended: boolean) => void }) {
  const client = useQueryClient()
  const isSupported = useBrowserSupport(hasPasskeys)
  const signingIn = useMutation({
    mutationFn: async () => {
      // The library and the schemas are loaded when they are needed.
      const { signInByPasskey } = await import('../../session/passkeys/browser-passkeys.ts')
      return signInByPasskey()
    },
    onMutate: () => onSuspended(false),
    onSuccess: session => startSession(client, session),
    onError: error => onSuspended(isRefusal(error, 'account-suspended')),
  })
  if (!isSupported) return null
  return (
    <>
      <MutationNotice of={signingIn} explain={explainPasskeyFailure} />
      <div>
        <Button isBusy={signingIn.isPending} onClick={() => signingIn.mutate()}>
          Sign in with a passkey
        </Button>
      </div>
    </>
  )
}
