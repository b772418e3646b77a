import {
  AccountClaimForm,
  type ClaimPassword,
  claimForAccount,
  claimWithNewAccount,
  type ImportedDonor,
  NewAccountClaimForm,
  PasswordClaimForm,
} from '@blood-bank/contract/donors/claims'
import { OUTDATED_CLAIM } from '@blood-bank/contract/refusals/donors'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { isRefusal } from '../../api/refusal.ts'
import { DonorFields, formValuesOf } from '../../features/donors/donor-fields.tsx'
import { Form } from '../../forms/form.tsx'
import { LeaveGuard } from '../../forms/leave-guard.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { startSession } from '../../session/session-changes.ts'
import { AccountFields } from './account-fields.tsx'

/** The schema of the form by the password that it asks for. */
const SCHEMAS = { new: NewAccountClaimForm, current: PasswordClaimForm, none: AccountClaimForm }

export type ClaimFormProps = {
  token: string
  donor: ImportedDonor & { password: ClaimPassword }
  onClaimed: () => void
  /** Called when the link or the account has changed. */
  onRefused: () => void
}

/** The profile as the list has it, to be corrected, with the password of the account that it becomes a part of. */
export function ClaimForm({ token, donor, onClaimed, onRefused }: ClaimFormProps) {
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
