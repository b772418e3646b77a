import { CONSENT } from '@blood-bank/contract/own-account/consent'
import { ConsentPoints } from '../../features/accounts/consent-points.tsx'
import { HiddenUsername } from '../../features/accounts/passwords/hidden-username.tsx'
import { NewPasswordField } from '../../features/accounts/passwords/new-password-field.tsx'
import { useMailToken } from '../../features/accounts/use-mail-token.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { actorOf, useSession } from '../../session/session.ts'
import { AfterHydration } from '../../ui/browser/after-hydration.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { DismissibleError } from '../../ui/feedback/dismissible-error.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import type { AccountFieldsProps } from './claim-form.tsx'
import { ClaimProfile } from './claim-profile.tsx'

/** The target of the link to people on an imported list. It works signed out, and opening it changes nothing. */
export function ClaimPage() {
  const { token, fault } = useMailToken()
  return (
    <Page title="Do you want to be a donor?">
      <AfterHydration fallback={<Waiting />}>
        {fault ? (
          <Card>
            <DismissibleError>{fault}</DismissibleError>
            <p>The whole link is in the email that we sent you.</p>
          </Card>
        ) : (
          <ClaimProfile key={token} token={token} AccountFields={AccountFields} />
        )}
      </AfterHydration>
    </Page>
  )
}

/** The account of which the profile becomes a part, its password, and what having it means. */
function AccountFields({ email, needed, password }: AccountFieldsProps) {
  const actor = actorOf(useSession())
  return (
    <>
      {needed !== 'none' && <HiddenUsername email={email} />}
      {needed === 'new' && (
        <>
          <p>
            You get an account with the address <strong>{email}</strong>. Choose a password for it.
          </p>
          <NewPasswordField label="Password" {...password} />
        </>
      )}
      {needed === 'current' && (
        <>
          <p>
            The address <strong>{email}</strong> has an account already. Enter its password, or{' '}
            <Link to="/forgot-password">choose a new one</Link> and open the link in our email again.
          </p>
          <PasswordField label="Password" autoComplete="current-password" {...password} />
        </>
      )}
      {needed === 'none' ? (
        <p>
          The profile becomes a part of your account, <strong>{email}</strong>.
        </p>
      ) : (
        actor?.email && (
          <p>
            You are signed in as {actor.email} now. After this you are signed in as {email}.
          </p>
        )
      )}
      <ConsentPoints text={CONSENT.text} />
    </>
  )
}
