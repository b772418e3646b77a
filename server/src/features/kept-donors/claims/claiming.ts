import type { DonorForm } from '@blood-bank/contract/donors/profile'
import { CONSENT } from '@blood-bank/contract/own-account/consent'
import type { Config } from '../../../config.ts'
import { mailboxOf } from '../../../identity/mailboxes/mailbox.ts'
import { insertConsent } from '../../../identity/own-account/consents.ts'
import { insertAccount, type NewAccount } from '../../../identity/own-account/registration.ts'
import { lockMailbox, lockUser, type UserRow } from '../../../identity/users/store.ts'
import { type VerifyingHooks, verifyAccount } from '../../../identity/users/verifying.ts'
import type { Transaction } from '../../../platform/database/connection.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { DonorHooks } from '../../donors/hooks.ts'
import { extendRest, insertDonor, setHall, setImported, setRecordedDates } from '../../donors/store.ts'
import { type ImportedDonorRow, takeImportedDonor } from './store.ts'

export type ClaimHooks = Pick<DonorHooks, 'afterRegistering'> & VerifyingHooks

/** A claim by the link in a mail, with the profile as the person corrected it. */
type Claim = {
  hooks: ClaimHooks
  accounts: Config['accounts']
  token: string
  form: DonorForm
  now: Date
}

/**
 * Creates a verified account with a donor profile. The link came by mail, so it proves the address. Of concurrent calls one
 * creates the account, and the others find that the link is used.
 * @throws Refusal claim-link-not-valid, claim-account-changed, mailbox-has-account, account-suspended
 */
export async function createClaimedAccount(
  db: Transaction,
  account: NewAccount,
  claim: Claim,
): Promise<UserRow> {
  await lockMailbox(db, mailboxOf(account.email))
  const created = await insertAccount(db, account)
  const listed = await takeImportedDonor(db, claim)
  if (!listed) throw refuse('claim-link-not-valid')
  const user = created && (await lockUser(db, created.id))
  // Registered a moment ago: that account has a password already.
  if (!user || !(await registerDonor(db, user, { ...claim, listed }))) throw refuse('claim-account-changed')
  return user
}

/**
 * Registers an existing user as a donor. Whoever is a donor already keeps that profile, and only what the list says is
 * erased. The transaction commits in this case, too.
 * @param account the user whose password or session was checked
 * @returns null for somebody who is a donor already
 * @throws Refusal claim-link-not-valid, claim-account-changed, mailbox-has-account, account-suspended
 */
export async function claimForUser(db: Transaction, account: UserRow, claim: Claim): Promise<UserRow | null> {
  await lockMailbox(db, account.mailbox)
  const user = await lockUser(db, account.id)
  // A password that was replaced since it was checked signs nobody in.
  if (user?.devicesKnownSince.getTime() !== account.devicesKnownSince.getTime())
    throw refuse('claim-account-changed')
  const listed = await takeImportedDonor(db, claim)
  if (!listed) throw refuse('claim-link-not-valid')
  await insertConsent(db, user.id, CONSENT.version)
  return (await registerDonor(db, user, { ...claim, listed })) ? user : null
}

async function registerDonor(
  db: Transaction,
  user: UserRow,
  {
    form,
    hooks,
    accounts,
    listed,
  }: Pick<Claim, 'form' | 'hooks' | 'accounts'> & { listed: ImportedDonorRow },
) {
  await verifyAccount(db, user.id, { accounts, hooks })
  // Also when an earlier account with this address was: only a verified address shows that.
  if ((await lockUser(db, user.id))?.suspendedAt) throw refuse('account-suspended')
  const donor = await insertDonor(db, user, form)
  if (!donor) return null
  await setImported(db, user.id)
  const { hallId, restsUntil, recordedPlateletsDate: platelets } = listed
  if (hallId) await setHall(db, user.id, hallId)
  if (restsUntil) await extendRest(db, user.id, restsUntil)
  if (platelets) await setRecordedDates(db, user.id, { blood: null, 'apheresis-platelets': platelets })
  await hooks.afterRegistering(db, donor)
  return donor
}
