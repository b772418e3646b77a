import { randomUUID } from 'node:crypto'
import { donatedFor } from '@blood-bank/contract/donors/components'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import { SECOND_MS } from '@blood-bank/contract/durations'
import {
  type CallResult,
  type ComingOutcome,
  UNDO_CALL_SECONDS,
} from '@blood-bank/contract/kept-donors/calls'
import { TURNED_AWAY_REST_DAYS } from '@blood-bank/contract/offers/turned-away'
import type { User } from '@blood-bank/contract/users/endpoints'
import { sql } from 'kysely'
import type { Coordination } from '../../../identity/access/caller.ts'
import { lockRightToCall } from '../../../identity/users/coordinators.ts'
import type { Transaction } from '../../../platform/database/connection.ts'
import { refuse, refuseField } from '../../../platform/http/refuse.ts'
import { findBloodRequest, isHiddenFromMembers } from '../../blood-requests/queries.ts'
import { lockBloodRequest, replan } from '../../blood-requests/store.ts'
import type { BloodRequestRow } from '../../blood-requests/tables.ts'
import { callableNumber } from '../../contact-numbers/contact-number.ts'
import { findOwnNumber } from '../../donors/queries.ts'
import { beginReveal } from '../../offers/contact-ledger/store.ts'
import { requireDonationDate } from '../../offers/recording.ts'
import { endComings, hasContact, isComing } from '../comings.ts'
import type { OptOuts } from '../opt-outs.ts'
import { stopNumbersOf } from '../stops.ts'
import { expiryOfKept, lockAgreedDonor, lockIds, lockNumbersOf, updateKeptDonor } from '../store.ts'
import { findCall, isExpected, isLastComing, lockCall, updateCall } from './store.ts'
import type { DonorCallRow } from './tables.ts'

/** What alerts do when coordinators call. */
export type DonorCallHooks = {
  /**
   * Emails a registered donor, who said on the phone that they come, the link to answer, unless that is undone meanwhile. Only
   * they can offer.
   */
  sendAnswerLink: (db: Transaction, call: { callId: string; userId: string }) => Promise<void>
}

type Noting = {
  id: string
  /** Null undoes what was noted. */
  result: CallResult | null
  /** Of the coordinator, if they have entered one. */
  contactNumber?: string | undefined
  actor: User
  coordination: Coordination
  hooks: DonorCallHooks
  country: string
  now: Date
}

/** Notes what came of a call, for whoever made it. @throws Refusal one of those of `noteCall` */
export async function noteCall(db: Transaction, noting: Noting): Promise<void> {
  const { id, result, actor, coordination, hooks, now } = noting
  const found = await findCall(db, id)
  if (found?.callerId !== actor.id) throw refuse('call-gone')
  const { keptDonorId, userId, bloodRequestId } = found
  const owner = result === 'coming' && bloodRequestId ? await findBloodRequest(db, bloodRequestId) : null
  await lockRightToCall(db, noting, [owner?.userId ?? null, userId])
  if (keptDonorId && !(await lockAgreedDonor(db, keptDonorId, coordination))) throw refuse('call-gone')
  const bloodRequest = result === 'coming' ? await lockActiveRequest(db, bloodRequestId) : null
  const call = await lockCall(db, id)
  // Whoever called may have erased their account.
  if (call?.callerId !== actor.id) throw refuse('call-gone')
  if (call.result === result) return
  requireUndoable(call, now)
  if (userId && result === 'not-again') throw refuse('registered-donors-stop-themselves')

  await clearResult(db, call)
  if (result === null) return
  if (!bloodRequest) return updateCall(db, id, { result, notedAt: now })
  if (keptDonorId) return noteComing(db, { ...noting, bloodRequest, keptDonorId })
  await updateCall(db, id, { result, notedAt: now })
  if (userId) await hooks.sendAnswerLink(db, { callId: id, userId })
}

/** @throws Refusal if the request of a call does not need anybody any more */
async function lockActiveRequest(db: Transaction, id: string | null): Promise<BloodRequestRow> {
  if (id === null) throw refuse('call-for-no-request')
  const bloodRequest = await lockBloodRequest(db, id, 'for share')
  if (!bloodRequest || isHiddenFromMembers(bloodRequest)) throw refuse('blood-request-not-found')
  if (bloodRequest.status !== 'active') throw refuse('blood-request-closed')
  return bloodRequest
}

function requireUndoable({ notedAt, outcome }: DonorCallRow, now: Date): void {
  const isLate = notedAt && now.getTime() - notedAt.getTime() > UNDO_CALL_SECONDS * SECOND_MS
  if (isLate || outcome !== null) throw refuse('too-late-to-undo-call')
}

/** Undoes what was noted; the owner of the request sees the number of the coordinator no longer. */
async function clearResult(db: Transaction, { id, result, bloodRequestId }: DonorCallRow) {
  if (result === null) return
  await updateCall(db, id, {
    result: null,
    notedAt: null,
    contactNumber: null,
    revealId: null,
    endedAt: null,
  })
  if (result === 'coming' && bloodRequestId) await replan(db, [bloodRequestId])
}

/** Notes that a kept donor is coming: the owner of the request sees the coordinator, and nothing of the donor. */
async function noteComing(
  db: Transaction,
  noting: Noting & { bloodRequest: BloodRequestRow; keptDonorId: string },
): Promise<void> {
  const { id, actor, bloodRequest, keptDonorId, now } = noting
  const contactNumber = noting.contactNumber
    ? callableNumber(noting.contactNumber, noting.country)
    : await findOwnNumber(db, actor.id)
  if (!contactNumber) throw refuseField('contactNumber', 'caller-number-needed')
  // Whoever notes anew that they come is the contact, if nobody is any more.
  await endComings(
    db,
    sql`kept_donor_id = ${keptDonorId} and not (${isComing(now)} and ${hasContact(now)})`,
    now,
  )
  if (await isExpected(db, keptDonorId)) throw refuse('already-coming')
  const revealId = randomUUID()
  await updateCall(db, id, { result: 'coming', notedAt: now, contactNumber, revealId })
  await beginReveal(db, {
    revealId,
    ownerId: actor.id,
    viewerId: bloodRequest.userId,
    occasion: 'club-contact',
    bloodRequestId: bloodRequest.id,
  })
  await replan(db, [bloodRequest.id])
}

/**
 * Erases whom somebody noted as “Not again”, with all who share the number, after the minute in which it can be undone. Lists
 * have hidden them since.
 */
export async function carryOutStops(db: Transaction, stop: { optOuts: OptOuts; now: Date }): Promise<void> {
  const noted = sql`id in (
    select kept_donor_id from donor_calls
     where result = 'not-again' and noted_at < ${new Date(stop.now.getTime() - UNDO_CALL_SECONDS * SECOND_MS)})`
  if ((await lockNumbersOf(db, noted)).length === 0) return
  // Once more, because it may have been undone before the lock.
  const ids = await lockIds(db, sql`id = any (${await lockIds(db, noted)}::uuid[]) and ${noted}`)
  await stopNumbersOf(db, ids, stop)
}

type Ending = {
  id: string
  outcome: ComingOutcome
  /** The day on which a donor gave; today if it was not said. */
  donatedOn?: string | undefined
  coordination: Coordination
  today: string
  now: Date
}

/**
 * Records what became of a kept donor who was coming, as any coordinator of the hall can say. A donation sets the donor's
 * rest, and counts for the request, as the planner and the owner see it (`HAS_GIVEN`).
 * @throws Refusal call-gone, or invalid-input for a donation in the future
 */
export async function endComing(db: Transaction, ending: Ending): Promise<void> {
  const { id, outcome, coordination, today, now, donatedOn = today } = ending
  if (outcome === 'gave') requireDonationDate(donatedOn, { today })
  const found = await findCall(db, id)
  const donor = found?.keptDonorId ? await lockAgreedDonor(db, found.keptDonorId, coordination) : null
  const call = await lockCall(db, id)
  if (!donor || call?.result !== 'coming' || call.outcome !== null || !(await isLastComing(db, id)))
    throw refuse('call-gone')
  await endComings(db, sql`id = ${id}`, now)
  await updateCall(db, id, { outcome })
  if (outcome === 'gave') {
    // That of a request that was deleted is not known: blood has the longer rest.
    const bloodRequest = call.bloodRequestId ? await findBloodRequest(db, call.bloodRequestId) : null
    const date =
      donatedFor(bloodRequest?.component ?? 'blood') === 'blood'
        ? 'lastDonationDate'
        : 'recordedPlateletsDate'
    await updateKeptDonor(db, donor.id, {
      [date]: [donatedOn, donor[date] ?? ''].sort().at(-1),
      expiresAt: expiryOfKept(now),
      warnedAt: null,
    })
  }
  if (outcome === 'turned-away')
    await updateKeptDonor(db, donor.id, { restsUntil: addDays(today, TURNED_AWAY_REST_DAYS) })
}
