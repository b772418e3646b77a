import { registerAccount, RegistrationForm as schema } from '@blood-bank/contract/passwords/accounts'
import { useState } from 'react'
import { type Path, useLocation, useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { BlockedCookies } from '../../features/accounts/blocked-cookies.tsx'
import { originOf, rememberDestination } from '../../features/accounts/destination.ts'
import { FoldedConsent } from '../../features/accounts/folded-consent.tsx'
import { checkPassword, NewPasswordField } from '../../features/accounts/passwords/new-password-field.tsx'
import { WaitingRequest } from '../../features/blood-requests/waiting-request.tsx'
import { Form } from '../../forms/form.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'

/** What follows, by the page that the person came for. */
const NEXT: Record<string, string> = {
  '/post-request': 'Next: your request.',
  '/register-donor': 'Next: your donor profile.',
}

export function RegisterPage() {
  const location = useLocation()
  const navigate = useNavigate()
  // In the history, so that a reload says again what happened.
  const { registered, ...state }: { registered?: Registered; from?: Partial<Path> } = location.state ?? {}
  const toSignIn = { pathname: '/login', search: location.search }
  const [typedEmail, setTypedEmail] = useState('')
  const storeRegistered = (registered?: Registered) =>
    void navigate({ search: location.search }, { replace: true, state: { ...state, registered } })
  return (
    <Page
      // The heading of what happened gets the focus.
      key={registered ? 'registered' : 'form'}
      title={registered ? 'Check your email' : 'Create Account'}
      lead={
        <>
          {registered ? null : NEXT[state.from?.pathname ?? '']}
          <WaitingRequest />
        </>
      }
    >
      <BlockedCookies />
      <Card>
        {registered ? (
          <>
            <Notice kind="success">{registered.message}</Notice>
            <p>{`Sent to ${registered.email}. Open the link here: it signs you in.`}</p>
            <Stack row>
              <LinkButton to={toSignIn} state={{ ...state, email: registered.email }}>
                Sign in
              </LinkButton>
              <Button
                variant="quiet"
                onClick={() => {
                  setTypedEmail(registered.email)
                  storeRegistered()
                }}
              >
                Wrong address?
              </Button>
            </Stack>
          </>
        ) : (
          <>
            <RegistrationForm
              email={typedEmail}
              onRegistered={account => {
                rememberDestination(originOf(location))
                storeRegistered(account)
              }}
            />
            <p>
              Have an account?{' '}
              <Link to={toSignIn} state={state}>
                Sign in
              </Link>
            </p>
          </>
        )}
      </Card>
    </Page>
  )
}

/** The server's message, and the address as it was stored. */
type Registered = { message: string; email: string }

type FormProps = {
  /** The address that was entered before; empty at first. */
  email: string
  onRegistered: (registered: Registered) => void
}

/** Email and password of a new account. */
function RegistrationForm({ email, onRegistered }: FormProps) {
  const form = useContractForm({
    schema,
    initial: { email, password: '' },
    check: ({ password }) => checkPassword('password', password),
    send: async account => ({ ...(await call(registerAccount, { body: account })), email: account.email }),
    onSent: onRegistered,
  })
  return (
    <Form form={form} action="Create Account">
      <TextField label="Email" type="email" autoComplete="username" isRequired {...form.text('email')} />
      <NewPasswordField label="Password" {...form.text('password')} />
      <FoldedConsent isNew />
    </Form>
  )
}
