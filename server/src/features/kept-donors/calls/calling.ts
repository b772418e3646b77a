import type { Component } from '@blood-bank/contract/donors/components'
import type { EligibilityDay } from '@blood-bank/contract/donors/eligibility'
import type { DonorKind } from '@blood-bank/contract/kept-donors/calls'
import { allowsCallNotes } from '@blood-bank/contract/own-account/consent'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { Coordination } from '../../../identity/access/caller.ts'
import { recordAction } from '../../../identity/audit/record-action.ts'
import { findConsentVersion } from '../../../identity/own-account/consents.ts'
import { lockRightToCall } from '../../../identity/users/coordinators.ts'
import { type Database, firstOrNull, type Transaction } from '../../../platform/database/connection.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { findListedBloodRequest } from '../../blood-requests/queries.ts'
import type { BloodRequestRow } from '../../blood-requests/tables.ts'
import { canDonate, isSearchableDonor } from '../../donors/queries.ts'
import { takeNumber } from '../daily-numbers.ts'
import { expiryOfKept, findAgreedDonor, lockAgreedDonor, updateKeptDonor } from '../store.ts'
import { hasSaidStop, insertCall } from './store.ts'

type Calling = {
  kind: DonorKind
  /** Of a kept donor, or of a profile. */
  id: string
  bloodRequestId: string | null
  actor: User
  coordination: Coordination
  day: EligibilityDay
  timeZone: string
  now: Date
}

type Called = { callId: string | null; contactNumber: string; askFor: string | null }

/**
 * Records a call, and reads the one number. A kept donor who rests or is coming can be called, too: it may be about that.
 * @throws Refusal donor-not-callable, too-many-numbers-called, or blood-request-not-found
 */
export async function callDonor(db: Transaction, calling: Calling): Promise<Called> {
  const { kind, bloodRequestId } = calling
  const bloodRequest = bloodRequestId ? await findListedBloodRequest(db, bloodRequestId) : null
  if (bloodRequestId && !bloodRequest) throw refuse('blood-request-not-found')
  return kind === 'kept' ? callKeptDonor(db, calling) : callRegisteredDonor(db, calling, bloodRequest)
}

async function callKeptDonor(db: Transaction, calling: Calling): Promise<Called> {
  const { id, coordination, now } = calling
  if (!(await findAgreedDonor(db, id, coordination))) throw refuse('donor-not-callable')
  await takeNumber(db, { ...calling, ownerId: id })
  // The ledger has no foreign keys: without these locks it could name a person whose erasure has blanked it already.
  await lockRightToCall(db, calling)
  const donor = await lockAgreedDonor(db, id, coordination)
  if (!donor || (await hasSaidStop(db, id))) throw refuse('donor-not-callable')
  await updateKeptDonor(db, id, { expiresAt: expiryOfKept(now), warnedAt: null })
  await recordCall(db, calling)
  const callId = await insertCall(db, { ...callBy(calling), keptDonorId: id })
  return { callId, contactNumber: donor.contactNumber, askFor: donor.askFor }
}

async function callRegisteredDonor(
  db: Transaction,
  calling: Calling,
  bloodRequest: BloodRequestRow | null,
): Promise<Called> {
  const { id, actor, day } = calling
  const component = bloodRequest?.component ?? 'blood'
  const found = await findCallableDonor(db, { id, component, day })
  if (!found || [actor.id, bloodRequest?.userId].includes(found.userId)) throw refuse('donor-not-callable')
  await takeNumber(db, { ...calling, ownerId: found.userId })
  await lockRightToCall(db, calling, [found.userId])
  const donor = await findCallableDonor(db, { id, component, day })
  if (!donor) throw refuse('donor-not-callable')
  await recordCall(db, calling)
  const isNoted = allowsCallNotes(await findConsentVersion(db, donor.userId))
  const callId = isNoted ? await insertCall(db, { ...callBy(calling), userId: donor.userId }) : null
  return { callId, contactNumber: donor.contactNumber, askFor: null }
}

/** A registered donor whom every member finds with a number, and who can give today. */
const findCallableDonor = (
  db: Database,
  { id, component, day }: { id: string; component: Component; day: EligibilityDay },
) =>
  firstOrNull(
    db
      .selectFrom('donors')
      .select(['userId', 'contactNumber'])
      .where('id', '=', id)
      .where(isSearchableDonor())
      .where('allowContactVisibility', '=', true)
      .where(canDonate(component, day)),
  )

const callBy = ({ actor, bloodRequestId, now }: Calling) => ({
  callerId: actor.id,
  bloodRequestId,
  calledAt: now,
})

const recordCall = (db: Transaction, { id, actor }: Calling) =>
  recordAction(db, { actorId: actor.id, action: 'donor-called', targetId: id, before: null, after: null })
