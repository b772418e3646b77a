import { allowsNumberReveals } from '@blood-bank/contract/consent'
import { listContactReveals, revealDonorNumber } from '@blood-bank/contract/contact-reveals'
import { findBloodRequests } from '../../features/blood-requests/queries.ts'
import { findDonor } from '../../features/donors/queries.ts'
import { recordAction } from '../../identity/audit/record-action.ts'
import { findConsentVersion } from '../../identity/consents/store.ts'
import { listRevealsOfOwner } from '../../identity/contact-ledger/queries.ts'
import { recordSingleReveal } from '../../identity/contact-ledger/store.ts'
import type { Context } from '../../identity/endpoints/context.ts'
import { serve } from '../../identity/endpoints/serve.ts'
import { lockReferencedUser } from '../../identity/users/store.ts'
import { type Database, inTransaction } from '../../platform/database/connection.ts'
import { formatContactNumber } from '../../platform/phone/contact-number.ts'
import { refuse } from '../../platform/refuse.ts'
import { revealForOwner } from './view.ts'

/** Who can see a person's number, who has seen it, and admins who look one up. */
export function contactLedgerRoutes({ http, db, config: { defaultPhoneCountry } }: Context): void {
  serve(http, listContactReveals, async ({ query, actor }) => {
    const page = await listRevealsOfOwner(db, actor.id, query)
    const ids = page.records.map(({ bloodRequestId }) => bloodRequestId).filter(id => id !== null)
    const bloodRequests = await findBloodRequests(db, ids)
    const present = (reveal: (typeof page.records)[number]) =>
      revealForOwner(reveal, bloodRequests.get(reveal.bloodRequestId ?? ''))
    return { ...page, records: page.records.map(present) }
  })

  serve(http, revealDonorNumber, async ({ params: { id }, actor }) => {
    const contactNumber = await inTransaction(db, db => lookUpNumber(db, { id, viewerId: actor.id }))
    return { contactNumber: formatContactNumber(contactNumber, defaultPhoneCountry) }
  })
}

/**
 * Reads a donor's number for an admin, and records the look in the audit and the contact ledger. Pass a transaction.
 * @throws Refusal donor-gone, or consent-outdated when the donor has not agreed to it
 */
async function lookUpNumber(
  db: Database,
  { id, viewerId }: { id: string; viewerId: string },
): Promise<string> {
  const found = await findDonor(db, id)
  // The ledger has no foreign keys: without these locks it could name a person whose erasure has blanked it already.
  for (const userId of [found?.userId, viewerId].sort()) if (userId) await lockReferencedUser(db, userId)
  const donor = await findDonor(db, id)
  if (!donor) throw refuse('donor-gone')
  if (!allowsNumberReveals(await findConsentVersion(db, donor.userId))) throw refuse('consent-outdated')
  await recordAction(db, {
    actorId: viewerId,
    action: 'number-revealed',
    targetId: donor.id,
    before: null,
    after: null,
  })
  await recordSingleReveal(db, { ownerId: donor.userId, viewerId })
  return donor.contactNumber
}
