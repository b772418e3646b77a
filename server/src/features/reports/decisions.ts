import type { RemovalReason } from '@blood-bank/contract/blood-requests/removals'
import {
  type CaseDecision,
  type DecisionReason,
  type DismissalReason,
  REPORTS_TO_ACT,
} from '@blood-bank/contract/reports/endpoints'
import type { SuspensionReason } from '@blood-bank/contract/users/administration'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { AccountHooks } from '../../identity/access/account-hooks.ts'
import { recordAction } from '../../identity/audit/record-action.ts'
import { isSamePerson } from '../../identity/mailboxes/mailbox.ts'
import * as users from '../../identity/users/store.ts'
import { suspend } from '../../identity/users/suspensions.ts'
import { type Database, inTransaction, type Transaction } from '../../platform/database/connection.ts'
import { Refusal, refuse } from '../../platform/http/refuse.ts'
import { enqueueNotices } from '../../platform/mail/outbox.ts'
import type { BloodRequestHooks } from '../blood-requests/hooks.ts'
import { notifyOwner } from '../blood-requests/owner-notices/mails.ts'
import {
  closeBloodRequest,
  lockBloodRequest,
  scheduleWave,
  setAlertsStoppedAt,
  setHiddenAt,
} from '../blood-requests/store.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'

/** Whether a decision closes the request. Otherwise it is shown again if reports hide it. */
const CLOSES_REQUEST: Record<CaseDecision, boolean> = {
  cleared: false,
  upheld: true,
  suspended: true,
  // No report of the case is left.
  dismissed: false,
}

export type DecisionHooks = Pick<BloodRequestHooks, 'afterClosing'> & Pick<AccountHooks, 'hideRecords'>
type Deciding = { actor: User; now: Date; hooks: DecisionHooks }
export type Decision = { note: string | null } & (
  | { decision: Exclude<CaseDecision, 'suspended'>; reason: DecisionReason }
  | { decision: 'suspended'; reason: SuspensionReason }
)

/**
 * Decides that nothing is wrong; or that the reports are right, which closes the request if it is active; or suspends the
 * person, too. A suspension decides every other case about them that waits: their active requests are closed, so that
 * lifting it shows none that was reported. It has no note itself, because the person can read that, and a note about
 * reports may name who reported.
 * @throws Refusal report-case-not-found, own-case-not-decided, reports-already-decided, reports-changed when a report came or
 * was dismissed meanwhile, or why the person is not suspended
 */
export async function decideCase(
  db: Transaction,
  { id, reports, ...form }: Decision & { id: string; reports: number },
  deciding: Deciding,
): Promise<void> {
  const { actor, now, hooks } = deciding
  const locked = await lockWaitingCase(db, id, { actor, isSuspension: form.decision === 'suspended' })
  await requireCaseOfOther(db, locked, actor)
  if (locked.reports !== reports) throw refuse('reports-changed')
  if (form.decision !== 'suspended' || !locked.person) return applyDecision(db, locked, form, deciding)
  const suspension = { userId: locked.person.id, actorId: actor.id, hideRecords: hooks.hideRecords, now }
  await suspend(db, { reason: form.reason, note: null }, suspension)
  await applyDecision(db, locked, form, deciding)
  for (const other of await queries.listWaitingCasesOfPerson(db, locked.person.id))
    await applyDecision(db, await lockWaitingCase(db, other, { actor }), { ...form, note: null }, deciding)
}

/**
 * Dismisses one report: it counts no longer, so that a request with too few reports is shown again. When no report is left,
 * the case is decided. After one made in bad faith, none of the reporter's counts by itself, and what others of theirs have
 * caused ends.
 * @returns the case
 * @throws Refusal report-not-found, report-case-not-found, own-case-not-decided, reports-already-decided
 */
export async function dismiss(
  db: Database,
  { id, reason, note }: { id: string; reason: DismissalReason; note: string | null },
  deciding: Deciding,
): Promise<string> {
  const { actor, now } = deciding
  const { caseId, reporterId } = await inTransaction(db, async db => {
    const { caseId, reporterId } = await queries.getReport(db, id)
    if (reporterId !== null) {
      // What they report meanwhile must not be missed.
      const reporter = await users.findUser(db, reporterId)
      if (reporter) await store.lockReporter(db, reporter)
      await users.lockReferencedUser(db, reporterId)
    }
    const locked = await lockWaitingCase(db, caseId, { actor })
    await requireCaseOfOther(db, locked, actor)
    if (!(await store.setDismissed(db, id, { dismissedAt: now, dismissalReason: reason })))
      throw refuse('reports-already-decided')
    if (reason === 'malicious' && reporterId !== null) await store.discountReportsBy(db, reporterId)
    const about = { caseId, aboutId: reporterId, reportId: id }
    await store.insertText(db, { ...about, isNote: true, text: note, writtenAt: now, authorId: actor.id })
    // A reported admin reads the audit log, too.
    const targetId = locked.person?.role === 'admin' ? null : reporterId
    const action = { actorId: actor.id, action: 'report-dismissed', targetId } as const
    await recordAction(db, { ...action, before: null, after: { reason } })
    const left = { ...locked, reports: locked.reports - 1 }
    if (left.reports > 0) await release(db, left, { actor, now })
    else await applyDecision(db, left, { decision: 'dismissed', reason, note: null }, deciding)
    return { caseId, reporterId }
  })
  if (reason === 'malicious' && reporterId !== null) await releaseReportedBy(db, reporterId, { actor, now })
  return caseId
}

/** Nobody decides about themselves if another admin can. @throws Refusal own-case-not-decided */
async function requireCaseOfOther(
  db: Database,
  { person }: Pick<LockedCase, 'person'>,
  actor: User,
): Promise<void> {
  if (isSamePerson(person, actor) && (await users.listAdminEmails(db)).length > 1)
    throw refuse('own-case-not-decided')
}

/** Each case has a transaction of its own: locking the people of several at once could deadlock. */
async function releaseReportedBy(
  db: Database,
  reporterId: string,
  { actor, now }: Pick<Deciding, 'actor' | 'now'>,
): Promise<void> {
  for (const id of await queries.listWaitingCasesReportedBy(db, reporterId))
    await inTransaction(db, async db =>
      release(db, await lockWaitingCase(db, id, { actor }), { actor, now }),
    ).catch((error: unknown) => {
      // Another admin was faster.
      if (!(error instanceof Refusal)) throw error
    })
}

/** A case that waits, and the person and the blood request that it is about, all locked. */
type LockedCase = {
  id: string
  reports: number
  person: users.UserRow | null
  bloodRequest: BloodRequestRow | null
}

/**
 * Locks in order (docs/architecture.md, Lock order), for a suspension in its strength at once.
 * @throws Refusal report-case-not-found, reports-already-decided, user-not-found for a suspension
 */
async function lockWaitingCase(
  db: Transaction,
  id: string,
  { actor, isSuspension = false }: { actor: User; isSuspension?: boolean },
): Promise<LockedCase> {
  const { userId, bloodRequestId } = await queries.getCase(db, id)
  if (userId) await users.lockMailboxOf(db, userId)
  await users.lockReferencedUser(db, actor.id)
  const person =
    userId && (await users.lockUser(db, userId, isSuspension ? 'for update' : 'for no key update'))
  if (isSuspension && !person) throw refuse('user-not-found')
  const bloodRequest = bloodRequestId && (await lockBloodRequest(db, bloodRequestId, 'for update'))
  await store.lockCase(db, id)
  const waiting = await queries.getCase(db, id)
  if (waiting.decision !== null) throw refuse('reports-already-decided')
  return {
    id,
    reports: queries.countReports(waiting),
    person: person || null,
    bloodRequest: bloodRequest || null,
  }
}

const CLOSING_REASONS: Partial<Record<DecisionReason, RemovalReason>> = {
  'asked-for-money': 'asked-for-money',
  'asking-for-money': 'asked-for-money',
  'not-real': 'not-real',
  'false-requests': 'not-real',
  harassment: 'harassment',
}

/** Stores a decision and its note, and does what follows from it for the request and the person. */
async function applyDecision(
  db: Transaction,
  locked: LockedCase,
  { decision, reason, note }: Decision,
  { actor, now, hooks }: Deciding,
): Promise<void> {
  const { id: caseId, reports, person, bloodRequest } = locked
  const aboutId = person?.id ?? null
  await store.setDecision(db, caseId, { decision, reason, decidedAt: now })
  const about = { caseId, aboutId, reportId: null }
  await store.insertText(db, { ...about, isNote: true, text: note, writtenAt: now, authorId: actor.id })
  await recordAction(db, {
    actorId: actor.id,
    action: 'reports-decided',
    targetId: bloodRequest?.id ?? aboutId,
    before: null,
    after: { decision, reason, reports },
  })
  const byAdmin = { closedByAdminAt: now, closingReason: CLOSING_REASONS[reason] ?? 'other' }
  const closed =
    CLOSES_REQUEST[decision] && bloodRequest
      ? await closeBloodRequest(db, bloodRequest.id, { status: 'cancelled', now, byAdmin })
      : null
  if (closed) {
    await hooks.afterClosing(db, { bloodRequest: closed, donorsWhoGave: undefined, actor })
    await recordAction(db, {
      actorId: actor.id,
      action: 'blood-request-closed',
      targetId: closed.id,
      before: { status: 'active' },
      after: { status: 'cancelled' },
    })
    await notifyOwner(db, 'request-closed-after-reports', { ...closed, causedBy: actor.id })
  }
  await release(
    db,
    { ...locked, bloodRequest: closed ?? bloodRequest },
    { actor, now, isTold: closed !== null },
  )
}

/**
 * Shows a request again that reports hide, and lets its alerts go on, after a decision or when too few of them count, and
 * lets its owner post again when fewer reports about them wait. They are told, unless an email about a request tells the
 * decision (`isTold`).
 */
async function release(
  db: Transaction,
  { id, person, bloodRequest }: LockedCase,
  { actor, now, isTold = false }: Pick<Deciding, 'actor' | 'now'> & { isTold?: boolean },
): Promise<void> {
  const { decision, reporters } = await queries.getCase(db, id)
  const isEnded = decision !== null || reporters < REPORTS_TO_ACT
  if (isEnded && bloodRequest?.alertsStoppedAt) {
    await setAlertsStoppedAt(db, bloodRequest.id, null)
    if (bloodRequest.status === 'active' && bloodRequest.unconfirmedSince === null)
      await scheduleWave(db, bloodRequest.id, now)
  }
  const shown = isEnded && bloodRequest?.hiddenAt ? bloodRequest : null
  if (shown) {
    await setHiddenAt(db, shown.id, null)
    await notifyOwner(db, 'request-shown-again', { ...shown, causedBy: actor.id })
  }
  if (!person?.postingStoppedAt || (await queries.countReportersOf(db, person.id)) >= REPORTS_TO_ACT) return
  await users.allowPosting(db, person.id)
  // A suspended person cannot post anyway.
  if (!isTold && !shown && decision !== 'suspended')
    await enqueueNotices(db, 'posting-allowed-again', [{ recipient: person.email }], { causedBy: actor.id })
}
