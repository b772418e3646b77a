import type { ImportedDonor } from '@blood-bank/contract/kept-donors/claims'
import {
  AccountClaimForm,
  type ClaimPassword,
  claimForAccount,
  claimWithNewAccount,
  NewAccountClaimForm,
  PasswordClaimForm,
} from '@blood-bank/contract/kept-donors/claims'
import { OUTDATED_CLAIM } from '@blood-bank/contract/refusals/donors'
import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { call } from '../../api/call.ts'
import { isRefusal } from '../../api/refusal.ts'
import { FoldedConsent } from '../../features/accounts/folded-consent.tsx'
import { NewPasswordField } from '../../features/accounts/passwords/new-password-field.tsx'
import { DonorFields, formValuesOf } from '../../features/donors/donor-fields.tsx'
import { Form } from '../../forms/form.tsx'
import { LeaveGuard } from '../../forms/leave-guard.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { actorOf, useSession } from '../../session/session.ts'
import { startSession } from '../../session/session-changes.ts'
import { Link } from '../../ui/controls/link.tsx'

/** The schema of the form by the password that it asks for. */
const SCHEMAS = { new: NewAccountClaimForm, current: PasswordClaimForm, none: AccountClaimForm }

type Props = {
  token: string
  donor: ImportedDonor & { password: ClaimPassword }
  onClaimed: () => void
  /** Called when the link or the account has changed. */
  onRefused: () => void
}

/** The profile as the list has it, to be corrected, with the password of the account that it becomes a part of. */
export function ClaimForm({ token, donor, onClaimed, onRefused }: Props) {
  const client = useQueryClient()
  const { password: needed, email } = donor
  const form = useContractForm({
    schema: SCHEMAS[needed],
    // The choices that only the donor can make are those of every new profile: the number is hidden.
    initial: { ...formValuesOf(donor), password: '' },
    prepare: ({ password, ...values }) => ({ ...values, token, ...(needed !== 'none' && { password }) }),
    send: async ({ password = '', ...profile }) => {
      try {
        const session =
          needed === 'new'
            ? await call(claimWithNewAccount, { body: { ...profile, password } })
            : await call(claimForAccount, { body: { ...profile, ...(password && { password }) } })
        // Before the session starts, which removes everything that this page has fetched.
        onClaimed()
        startSession(client, session)
      } catch (error) {
        if (isRefusal(error, ...OUTDATED_CLAIM)) onRefused()
        throw error
      }
    },
  })
  return (
    <Form form={form} action="Yes, register me as a donor">
      <LeaveGuard isUnsaved={form.isUnsaved} onLeave={form.reset} />
      <p>Correct what is wrong. You can change everything later.</p>
      <DonorFields form={form} />
      <AccountFields email={email} needed={needed} password={form.text('password')} />
    </Form>
  )
}

type AccountProps = {
  email: string
  needed: ClaimPassword
  password: Pick<ComponentProps<typeof PasswordField>, 'name' | 'value' | 'onChange' | 'error'>
}

/** The account of which the profile becomes a part, its password, and what having it means. */
function AccountFields({ email, needed, password }: AccountProps) {
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
