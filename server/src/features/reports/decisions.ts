import type { RemovalReason } from '@blood-bank/contract/blood-requests/removal-reasons'
import { REPORTS_TO_ACT } from '@blood-bank/contract/reports/endpoints'
import type { CaseDecision, DecisionReason, DismissalReason } from '@blood-bank/contract/reports/own-reports'
import type { SuspensionForm, User } from '@blood-bank/contract/users/endpoints'
import type { HideRecords } from '../../identity/access/account-hooks.ts'
import { recordAction } from '../../identity/audit/record-action.ts'
import * as users from '../../identity/users/store.ts'
import { suspend } from '../../identity/users/suspensions.ts'
import { type Database, inTransaction, type Transaction } from '../../platform/database/connection.ts'
import { Refusal, refuse } from '../../platform/http/refuse.ts'
import { enqueueNotices } from '../../platform/mail/outbox.ts'
import type { BloodRequestHooks } from '../blood-requests/hooks.ts'
import { closeBloodRequest, lockBloodRequest, setHiddenAt } from '../blood-requests/store.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import type { ReportMailKind } from './mails.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'
import type { ReportCaseRow } from './tables.ts'

/** What each decision about a case does. Whatever closes no request shows one again that reports hide. */
const EFFECTS: Record<CaseDecision, { closesRequest: boolean; tellsPerson: boolean }> = {
  cleared: { closesRequest: false, tellsPerson: true },
  upheld: { closesRequest: true, tellsPerson: true },
  // A suspended person cannot post anyway.
  suspended: { closesRequest: true, tellsPerson: false },
  // No report of the case is left.
  dismissed: { closesRequest: false, tellsPerson: true },
}

type Deciding<Reason extends DecisionReason = DecisionReason> = {
  actor: User
  reason: Reason
  note: string | null
  now: Date
  afterClosing: BloodRequestHooks['afterClosing']
}

/** A case that waits, with the person and the blood request that it is about, all locked. */
type LockedCase = {
  waiting: ReportCaseRow
  person: users.UserRow | null
  bloodRequest: BloodRequestRow | null
}

/** Locks in order (docs/architecture.md, Lock order). @throws Refusal report-case-not-found, reports-already-decided */
async function lockWaitingCase(db: Database, id: string, actor: User): Promise<LockedCase> {
  const found = await queries.findCase(db, id)
  if (!found) throw refuse('report-case-not-found')
  await users.lockReferencedUser(db, actor.id)
  const person = found.userId && (await users.lockUser(db, found.userId, 'for no key update'))
  const bloodRequest =
    found.bloodRequestId && (await lockBloodRequest(db, found.bloodRequestId, 'for update'))
  const waiting = await store.lockCase(db, id)
  if (!waiting) throw refuse('report-case-not-found')
  if (waiting.decision !== null) throw refuse('reports-already-decided')
  return { waiting, person: person || null, bloodRequest: bloodRequest || null }
}

/** An admin decides what they have read. @throws Refusal reports-changed when a report came or was dismissed meanwhile */
async function requireReadReports(db: Database, caseId: string, reports: number): Promise<void> {
  if ((await queries.countReportsOfCase(db, caseId)) !== reports) throw refuse('reports-changed')
}

/**
 * Decides that nothing is wrong, or that the reports are right, which closes the request if it is active.
 * @throws Refusal report-case-not-found, reports-already-decided, reports-changed
 */
export async function decideReadCase(
  db: Transaction,
  { id, reports }: { id: string; reports: number },
  { decision, ...deciding }: Deciding & { decision: 'cleared' | 'upheld' },
): Promise<ReportCaseRow> {
  const locked = await lockWaitingCase(db, id, deciding.actor)
  await requireReadReports(db, id, reports)
  return decide(db, locked, decision, deciding)
}

/**
 * Suspends the person of a case. Every other case about them that waits is decided, too: their active requests are closed,
 * so that lifting the suspension shows none that was reported. The suspension has no note, because the person can read
 * that, and a note about reports may name who reported.
 * @returns the decided case
 * @throws Refusal report-case-not-found, reports-already-decided, reports-changed, or why the person is not suspended
 */
export async function suspendReported(
  db: Transaction,
  { id, reports }: { id: string; reports: number },
  { hideRecords, ...deciding }: Deciding<SuspensionForm['reason']> & { hideRecords: HideRecords },
): Promise<ReportCaseRow> {
  const { actor, reason, note, now } = deciding
  const found = await queries.findCase(db, id)
  if (!found) throw refuse('report-case-not-found')
  if (found.userId === null) throw refuse('user-not-found')
  await users.lockReferencedUser(db, actor.id)
  // In the strength of the suspension at once, not raised later.
  const person = await users.lockUser(db, found.userId)
  if (!person) throw refuse('user-not-found')
  if ((await queries.findCase(db, id))?.decision) throw refuse('reports-already-decided')
  await requireReadReports(db, id, reports)
  await suspend(db, { reason, note: null }, { userId: person.id, actorId: actor.id, hideRecords, now })
  const waiting = await queries.listWaitingCasesOf(db, person.id)
  for (const requestId of waiting.flatMap(({ bloodRequestId }) => bloodRequestId ?? []).sort())
    await lockBloodRequest(db, requestId, 'for update')
  const decided = new Map<string, ReportCaseRow>()
  for (const one of waiting) {
    const locked = await lockWaitingCase(db, one.id, actor)
    const noteOfCase = one.id === id ? note : null
    decided.set(one.id, await decide(db, locked, 'suspended', { ...deciding, note: noteOfCase }))
  }
  return decided.get(id) ?? found
}

/**
 * Dismisses one report: it counts no longer, so that a request with too few reports is shown again. When no report is left,
 * the case is decided. After one made in bad faith, none of the reporter's counts by itself.
 * @throws Refusal report-not-found, report-case-not-found, reports-already-decided
 */
export async function dismiss(
  db: Transaction,
  reportId: string,
  deciding: Deciding<DismissalReason>,
): Promise<ReportCaseRow> {
  const { actor, reason, note, now } = deciding
  const report = await queries.findReport(db, reportId)
  if (!report) throw refuse('report-not-found')
  const { caseId, reporterId } = report
  // What they report meanwhile must not be missed.
  if (reporterId !== null) await store.lockReporter(db, reporterId)
  if (reporterId !== null) await users.lockReferencedUser(db, reporterId)
  const locked = await lockWaitingCase(db, caseId, actor)
  if (!(await store.setDismissed(db, reportId, { dismissedAt: now, dismissalReason: reason })))
    throw refuse('reports-already-decided')
  if (reason === 'malicious' && reporterId !== null) await store.discountReportsBy(db, reporterId)
  await store.insertText(db, {
    caseId,
    reportId,
    isNote: true,
    text: note,
    writtenAt: now,
    authorId: actor.id,
    aboutId: reporterId,
  })
  const action = { actorId: actor.id, action: 'report-dismissed', targetId: reporterId } as const
  await recordAction(db, { ...action, before: null, after: { reason } })
  if ((await queries.countReportsOfCase(db, caseId)) === 0)
    return decide(db, locked, 'dismissed', { ...deciding, note: null })
  await endWithTooFew(db, locked, actor)
  return locked.waiting
}

/**
 * Ends what other reports of somebody whose report was dismissed as made in bad faith have caused. Each case has a
 * transaction of its own: locking the people of several at once could deadlock.
 */
export async function reviewOtherReports(db: Database, reportId: string, actor: User): Promise<void> {
  const reporterId = (await queries.findReport(db, reportId))?.reporterId
  if (!reporterId) return
  for (const caseId of await queries.listWaitingCasesReportedBy(db, reporterId))
    await inTransaction(db, async db =>
      endWithTooFew(db, await lockWaitingCase(db, caseId, actor), actor),
    ).catch((error: unknown) => {
      // Another admin was faster.
      if (!(error instanceof Refusal)) throw error
    })
}

/** Shows a request again, and lets its owner post, when too few reports count. */
async function endWithTooFew(
  db: Transaction,
  { waiting, ...locked }: LockedCase,
  { id }: User,
): Promise<void> {
  const hasTooFew = (await queries.countReportersInCase(db, waiting.id)) < REPORTS_TO_ACT
  await release(db, locked, { showsRequest: hasTooFew, tellsPerson: true, causedBy: id })
}

/** Stores a decision with what follows from it for the request and the person, the audit entry and the note. */
async function decide(
  db: Transaction,
  { waiting, person, bloodRequest }: LockedCase,
  decision: CaseDecision,
  { actor, reason, note, now, afterClosing }: Deciding,
): Promise<ReportCaseRow> {
  const { closesRequest, tellsPerson } = EFFECTS[decision]
  const [caseId, aboutId] = [waiting.id, person?.id ?? null]
  const reports = await queries.countReportsOfCase(db, caseId)
  const decided = await store.decideCase(db, caseId, { decision, reason, decidedAt: now })
  await store.insertText(db, {
    caseId,
    reportId: null,
    isNote: true,
    text: note,
    writtenAt: now,
    authorId: actor.id,
    aboutId,
  })
  const targetId = waiting.bloodRequestId ?? aboutId
  const action = { actorId: actor.id, action: 'reports-decided', targetId } as const
  await recordAction(db, { ...action, before: null, after: { decision, reason, reports } })
  const isClosed = closesRequest && bloodRequest?.status === 'active'
  if (isClosed) await closeReported(db, bloodRequest, { actor, reason, now, afterClosing })
  await release(
    db,
    { person, bloodRequest },
    // The emails about a request tell the decision.
    { showsRequest: !isClosed, tellsPerson: tellsPerson && !isClosed, causedBy: actor.id },
  )
  return decided
}

type Release = { showsRequest: boolean; tellsPerson: boolean; causedBy: string }

/** Shows a request again that reports hide, and lets its owner post again when fewer reports about them wait. */
async function release(
  db: Transaction,
  { person, bloodRequest }: Pick<LockedCase, 'person' | 'bloodRequest'>,
  { showsRequest, tellsPerson, causedBy }: Release,
): Promise<void> {
  const isShownAgain = showsRequest && bloodRequest !== null && bloodRequest.hiddenAt !== null
  if (isShownAgain) {
    await setHiddenAt(db, bloodRequest.id, null)
    await notifyOwner(db, 'request-shown-again', bloodRequest, causedBy)
  }
  if (!person?.postingStoppedAt || (await queries.countReportersOf(db, person.id)) >= REPORTS_TO_ACT) return
  await users.setPostingStoppedAt(db, person.id, null)
  const kind: ReportMailKind = 'posting-allowed-again'
  if (tellsPerson && !isShownAgain)
    await enqueueNotices(db, kind, [{ recipient: person.email }], { causedBy })
}

const CLOSING_REASONS: Partial<Record<DecisionReason, RemovalReason>> = {
  'asked-for-money': 'asked-for-money',
  'asking-for-money': 'asked-for-money',
  'not-real': 'not-real',
  'false-requests': 'not-real',
  harassment: 'harassment',
}

async function closeReported(
  db: Transaction,
  bloodRequest: BloodRequestRow,
  { actor, reason, now, afterClosing }: Pick<Deciding, 'actor' | 'reason' | 'now' | 'afterClosing'>,
): Promise<void> {
  const byAdmin = { closedByAdminAt: now, closingReason: CLOSING_REASONS[reason] ?? 'other' }
  const closed = await closeBloodRequest(db, bloodRequest.id, { status: 'cancelled', byAdmin })
  if (!closed) return
  await afterClosing(db, { bloodRequest: closed, donorsWhoGave: undefined, actor })
  const action = { actorId: actor.id, action: 'blood-request-closed', targetId: closed.id } as const
  await recordAction(db, { ...action, before: { status: 'active' }, after: { status: 'cancelled' } })
  await notifyOwner(db, 'request-closed-after-reports', closed, actor.id)
}

const notifyOwner = (
  db: Database,
  kind: ReportMailKind,
  { id, userEmail }: BloodRequestRow,
  causedBy: string,
): Promise<void> => enqueueNotices(db, kind, [{ recipient: userEmail, aboutId: id }], { causedBy })
