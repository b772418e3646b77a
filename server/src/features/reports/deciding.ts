import type { RemovalReason } from '@blood-bank/contract/blood-requests/removal-reasons'
import { REPORTS_TO_ACT } from '@blood-bank/contract/reports/endpoints'
import type { CaseDecision, DecisionReason } from '@blood-bank/contract/reports/own-reports'
import type { User } from '@blood-bank/contract/users/endpoints'
import { recordAction } from '../../identity/audit/record-action.ts'
import {
  lockReferencedUser,
  lockUser,
  setPostingStoppedAt,
  type UserRow,
} from '../../identity/users/store.ts'
import type { Database } from '../../platform/database/connection.ts'
import { enqueueNotices } from '../../platform/mail/outbox.ts'
import { refuse } from '../../platform/refuse.ts'
import type { BloodRequestHooks } from '../blood-requests/hooks.ts'
import { closeBloodRequest, lockBloodRequest, setHiddenAt } from '../blood-requests/store.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import type { ReportMailKind } from './mails.ts'
import { countReportersOf, countReportsOfCase, findCase } from './queries.ts'
import { decideCase, insertText, lockCase } from './store.ts'
import type { ReportCaseRow } from './tables.ts'

export type Deciding = {
  actor: User
  reason: DecisionReason
  note: string | null
  now: Date
  afterClosing: BloodRequestHooks['afterClosing']
}

/** A case that waits, with the person and the blood request that it is about, all locked in the order of all locks. */
export type LockedCase = {
  waiting: ReportCaseRow
  person: UserRow | null
  bloodRequest: BloodRequestRow | null
}

/** @throws Refusal report-case-not-found, reports-already-decided */
export async function lockWaitingCase(db: Database, id: string, actor: User): Promise<LockedCase> {
  const found = await findCase(db, id)
  if (!found) throw refuse('report-case-not-found')
  await lockReferencedUser(db, actor.id)
  const person = found.userId === null ? null : await lockUser(db, found.userId, 'for no key update')
  const bloodRequest =
    found.bloodRequestId === null ? null : await lockBloodRequest(db, found.bloodRequestId, 'for update')
  const waiting = await lockCase(db, id)
  if (!waiting) throw refuse('report-case-not-found')
  if (waiting.decision !== null) throw refuse('reports-already-decided')
  return { waiting, person, bloodRequest }
}

/** An admin decides what they have read. @throws Refusal reports-changed when a report came or was dismissed meanwhile */
export async function requireReadReports(db: Database, caseId: string, reports: number): Promise<void> {
  if ((await countReportsOfCase(db, caseId)) !== reports) throw refuse('reports-changed')
}

/**
 * Decides that nothing is wrong, or that the reports are right, which closes the request if it is active. Pass a transaction.
 * @throws Refusal report-case-not-found, reports-already-decided, reports-changed
 */
export async function decideReadCase(
  db: Database,
  { id, reports }: { id: string; reports: number },
  { decision, ...deciding }: Deciding & { decision: 'cleared' | 'upheld' },
): Promise<ReportCaseRow> {
  const locked = await lockWaitingCase(db, id, deciding.actor)
  await requireReadReports(db, id, reports)
  return settleCase(db, locked, decision, deciding)
}

/** Stores a decision with what follows from it for the request and the person, the audit entry and the note. */
export async function settleCase(
  db: Database,
  { waiting, person, bloodRequest }: LockedCase,
  decision: CaseDecision,
  { actor, reason, note, now, afterClosing }: Deciding,
): Promise<ReportCaseRow> {
  const reports = await countReportsOfCase(db, waiting.id)
  const decided = await decideCase(db, waiting.id, { decision, reason, decidedAt: now })
  await insertText(db, {
    ...{ caseId: waiting.id, reportId: null, isNote: true, text: note, writtenAt: now },
    ...{ authorId: actor.id, aboutId: person?.id ?? null },
  })
  await recordAction(db, {
    ...{
      actorId: actor.id,
      action: 'reports-decided',
      targetId: waiting.bloodRequestId ?? person?.id ?? null,
    },
    ...{ before: null, after: { decision, reason, reports } },
  })
  const isRight = decision === 'upheld' || decision === 'suspended'
  const isClosed = bloodRequest?.status === 'active' && isRight
  if (isClosed) await closeReported(db, bloodRequest, { actor, reason, now, afterClosing })
  const isShownAgain = bloodRequest !== null && !isClosed && (await showAgain(db, bloodRequest, actor.id))
  // A suspended person cannot post anyway. The emails about a request tell the decision.
  const isNotified = decision !== 'suspended' && !isClosed && !isShownAgain
  if (person) await allowPosting(db, person, { isNotified, causedBy: actor.id })
  return decided
}

/**
 * Shows a request again that reports hide, and tells its owner. Pass the transaction that has locked it.
 * @returns false when it is not hidden
 */
export async function showAgain(
  db: Database,
  { id, hiddenAt, userEmail }: BloodRequestRow,
  causedBy: string,
): Promise<boolean> {
  if (hiddenAt === null) return false
  await setHiddenAt(db, id, null)
  await notifyOwner(db, 'request-shown-again', { id, userEmail, causedBy })
  return true
}

async function closeReported(
  db: Database,
  bloodRequest: BloodRequestRow,
  { actor, reason, now, afterClosing }: Pick<Deciding, 'actor' | 'reason' | 'now' | 'afterClosing'>,
): Promise<void> {
  const byAdmin = { closedByAdminAt: now, closingReason: closingReasonOf(reason) }
  const closed = await closeBloodRequest(db, bloodRequest.id, { status: 'cancelled', byAdmin })
  if (!closed) return
  await afterClosing(db, { bloodRequest: closed, donorsWhoGave: undefined, actor })
  await recordAction(db, {
    ...{ actorId: actor.id, action: 'blood-request-closed', targetId: closed.id },
    ...{ before: { status: 'active' }, after: { status: 'cancelled' } },
  })
  await notifyOwner(db, 'request-closed-after-reports', { ...closed, causedBy: actor.id })
}

const CLOSING_REASONS: Partial<Record<DecisionReason, RemovalReason>> = {
  'asked-for-money': 'asked-for-money',
  'asking-for-money': 'asked-for-money',
  'not-real': 'not-real',
  'false-requests': 'not-real',
  harassment: 'harassment',
}

/** Why a reported request was cancelled, as its owner is told. */
const closingReasonOf = (reason: DecisionReason): RemovalReason => CLOSING_REASONS[reason] ?? 'other'

const notifyOwner = (
  db: Database,
  kind: ReportMailKind,
  { id, userEmail, causedBy }: Pick<BloodRequestRow, 'id' | 'userEmail'> & { causedBy: string },
): Promise<void> => enqueueNotices(db, kind, [{ recipient: userEmail, aboutId: id }], { causedBy })

/** Lets a person post again when fewer reports about them wait. Pass the transaction that has locked the person. */
export async function allowPosting(
  db: Database,
  { id, email, postingStoppedAt }: UserRow,
  { isNotified, causedBy }: { isNotified: boolean; causedBy: string },
): Promise<void> {
  if (postingStoppedAt === null || (await countReportersOf(db, id)) >= REPORTS_TO_ACT) return
  await setPostingStoppedAt(db, id, null)
  const kind: ReportMailKind = 'posting-allowed-again'
  if (isNotified) await enqueueNotices(db, kind, [{ recipient: email }], { causedBy })
}
