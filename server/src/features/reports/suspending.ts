import type { SuspensionForm } from '@blood-bank/contract/users/endpoints'
import type { HideRecords } from '../../identity/access/account-hooks.ts'
import { findUser, lockReferencedUser, lockUser } from '../../identity/users/store.ts'
import { suspend } from '../../identity/users/suspensions.ts'
import type { Database } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/refuse.ts'
import { lockBloodRequest } from '../blood-requests/store.ts'
import { type Deciding, lockWaitingCase, requireReadReports, settleCase } from './deciding.ts'
import { findCase, listWaitingCasesOf } from './queries.ts'
import type { ReportCaseRow } from './tables.ts'

type Suspending = Deciding & { reason: SuspensionForm['reason']; hideRecords: HideRecords }

/**
 * Suspends the person of a case. Every other case about them that waits is decided, too: their active requests are closed,
 * so that lifting the suspension shows none that was reported. The suspension has no note, because the person can read
 * that, and a note about reports may name who reported. Pass a transaction.
 * @returns the decided case
 * @throws Refusal report-case-not-found, reports-already-decided, reports-changed, or why the person is not suspended
 */
export async function suspendReported(
  db: Database,
  { id, reports }: { id: string; reports: number },
  { hideRecords, ...deciding }: Suspending,
): Promise<ReportCaseRow> {
  const { actor, reason, now } = deciding
  const found = await findCase(db, id)
  const person = found?.userId ? await findUser(db, found.userId) : null
  if (!found) throw refuse('report-case-not-found')
  if (!person) throw refuse('user-not-found')
  await lockReferencedUser(db, actor.id)
  // In the strength of the suspension at once, not raised later.
  await lockUser(db, person.id)
  const decided = await findCase(db, id)
  if (decided?.decision) throw refuse('reports-already-decided')
  await requireReadReports(db, id, reports)
  await suspend(db, { reason, note: null }, { userId: person.id, actorId: actor.id, hideRecords, now })
  const waiting = await listWaitingCasesOf(db, person.id)
  for (const requestId of waiting.flatMap(({ bloodRequestId }) => bloodRequestId ?? []).sort())
    await lockBloodRequest(db, requestId, 'for update')
  let result = found
  for (const one of waiting) {
    const locked = await lockWaitingCase(db, one.id, actor)
    const settled = await settleCase(db, locked, 'suspended', {
      ...deciding,
      note: one.id === id ? deciding.note : null,
    })
    if (one.id === id) result = settled
  }
  return result
}
