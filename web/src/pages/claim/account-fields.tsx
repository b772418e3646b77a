import type { ClaimPassword } from '@blood-bank/contract/donors/claims'
import type { ComponentProps } from 'react'
import { FoldedConsent } from '../../features/accounts/folded-consent.tsx'
import { NewPasswordField } from '../../features/accounts/passwords/new-password-field.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { actorOf, useSession } from '../../session/session.ts'
import { Link } from '../../ui/controls/link.tsx'

type Props = {
  email: string
  needed: ClaimPassword
  password: Pick<ComponentProps<typeof PasswordField>, 'name' | 'value' | 'onChange' | 'error'>
}

/** The account of which the profile becomes a part, its password, and what having it means. */
export function AccountFields({ email, needed, password }: Props) {
  const actor = actorOf(useSession())
  return (
    <>
      {needed === 'new' && (
        <>
          <p>
            You get an account with the address <strong>{email}</strong>. Choose a password for it.
          </p>
          <NewPasswordField label="Password" username={email} {...password} />
        </>
      )}
      {needed === 'current' && (
        <>
          <p>
            The address <strong>{email}</strong> has an account already. Enter its password, or{' '}
            <Link to="/forgot-password">choose a new one</Link> and open the link in our email again.
          </p>
          <PasswordField label="Password" autoComplete="current-password" username={email} {...password} />
        </>
      )}
      {needed === 'none' ? (
        <p>
          The profile becomes a part of your account, <strong>{email}</strong>.
        </p>
      ) : (
        actor?.email && (
          <p>{`You are signed in as ${actor.email} now. After this you are signed in as ${email}.`}</p>
        )
      )}
      <FoldedConsent isNew={needed === 'new'} />
    </>
  )
}
