import {
  accountTooNewMessage,
  REPORTS_TO_ACT,
  type ReportForm,
  tooManyReportsMessage,
} from '@blood-bank/contract/reports/endpoints'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { Limits } from '../../config/limits.ts'
import { listEarlierTimes } from '../../identity/own-account/erased-accounts.ts'
import {
  lockReferencedUser,
  lockUser,
  setPostingStoppedAt,
  type UserRow,
} from '../../identity/users/store.ts'
import { formatUsTime } from '../../platform/clock/local-time.ts'
import type { Transaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { enqueueNotices } from '../../platform/mail/outbox.ts'
import { findBloodRequest } from '../blood-requests/queries.ts'
import { lockBloodRequest, setHiddenAt } from '../blood-requests/store.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import { findViewerOf } from '../offers/contact-ledger/queries.ts'
import { findOffer } from '../offers/queries.ts'
import { countTrustedOffers } from '../offers/trust.ts'
import type { ReportMailKind } from './mails.ts'
import { countReportersInCase, countReportersOf, isCleared, listReportTimes } from './queries.ts'
import { findOrCreateCase, insertReport, insertText, lockReporter } from './store.ts'
import type { ReportRow } from './tables.ts'

const DAY_MS = 86_400_000

type Reporting = {
  reporter: Pick<User, 'id' | 'createdAt'>
  form: ReportForm
  limits: Pick<Limits, 'reportsPerDay' | 'reporterAccountDays'>
  timeZone: string
  now: Date
}

type Reported = { person: UserRow; bloodRequest: BloodRequestRow | null; offerId: string | null }

/**
 * Reports a blood request. The third open report that counts by itself hides it, unless an admin has cleared it before
 * or a trusted donor has offered.
 * @throws Refusal blood-request-not-found, own-report, or the reason why the person may not report
 */
export async function reportRequest(db: Transaction, id: string, reporting: Reporting): Promise<ReportRow> {
  const found = await findBloodRequest(db, id)
  if (!found) throw refuse('blood-request-not-found')
  if (found.userId === reporting.reporter.id) throw refuse('own-report')
  const person = await lockPeople(db, found.userId, reporting)
  const bloodRequest = await lockBloodRequest(db, id, 'for update')
  // Members do not see the requests of suspended owners, but those that reports hide already.
  if (!bloodRequest || bloodRequest.isHidden) throw refuse('blood-request-not-found')
  return storeReport(db, { person, bloodRequest, offerId: null }, reporting)
}

/**
 * Reports the other side of an offer: the donor, or whoever posted the request, also after it was deleted.
 * @throws Refusal offer-not-found, or the reason why the person may not report
 */
export async function reportOtherSide(db: Transaction, id: string, reporting: Reporting): Promise<ReportRow> {
  const { reporter } = reporting
  const offer = await findOffer(db, id)
  const requesterId = offer && (await findViewerOf(db, offer.revealId))
  const sides = offer ? [offer.userId, requesterId] : []
  const personId = sides.find(side => side !== reporter.id) ?? null
  // Whoever has nothing to do with an offer must not learn that it exists.
  if (!sides.includes(reporter.id) || personId === null) throw refuse('offer-not-found')
  const person = await lockPeople(db, personId, reporting)
  return storeReport(db, { person, bloodRequest: null, offerId: id }, reporting)
}

/**
 * Locks the reporter and the reported person, and checks whether the former may report. Reports by one person, and those
 * about one person, are stored one after another. The row of the reporter is only referred to: with both rows locked, two
 * members who report each other, or post at the same moment, would wait for each other.
 */
async function lockPeople(db: Transaction, personId: string, reporting: Reporting): Promise<UserRow> {
  const { reporter } = reporting
  await lockReporter(db, reporter.id)
  await lockReferencedUser(db, reporter.id)
  requireOldAccount(reporting)
  await requireReportsLeft(db, reporting)
  const person = await lockUser(db, personId, 'for no key update')
  if (!person) throw refuse('user-not-found')
  return person
}

function requireOldAccount({ reporter, limits, timeZone, now }: Reporting): void {
  const { reporterAccountDays: days } = limits
  const from = new Date(Date.parse(reporter.createdAt) + days * DAY_MS)
  if (now >= from) return
  throw refuse('account-too-new', { message: accountTooNewMessage(formatUsTime(from, timeZone), days) })
}

async function requireReportsLeft(
  db: Transaction,
  { reporter, limits: { reportsPerDay }, timeZone, now }: Reporting,
): Promise<void> {
  if (!Number.isFinite(reportsPerDay)) return
  const since = new Date(now.getTime() - DAY_MS)
  const latest = await listReportTimes(db, reporter.id, since)
  const earlier = await listEarlierTimes(db, reporter.id, { kind: 'reports', since })
  const times = [...latest, ...earlier].map(time => time.getTime())
  const first = times.sort((a, b) => b - a)[reportsPerDay - 1]
  if (first === undefined) return
  const again = new Date(first + DAY_MS)
  throw refuse('too-many-reports', {
    message: tooManyReportsMessage(reportsPerDay, formatUsTime(again, timeZone)),
    retryAfterSeconds: Math.max(1, (again.getTime() - now.getTime()) / 1_000),
  })
}

async function storeReport(
  db: Transaction,
  { person, bloodRequest, offerId }: Reported,
  { reporter, form: { kind, text }, now }: Reporting,
): Promise<ReportRow> {
  const found = await findOrCreateCase(
    db,
    {
      subject: bloodRequest ? 'blood-request' : 'person',
      bloodRequestId: bloodRequest?.id ?? null,
      requiredBloodGroup: bloodRequest?.requiredBloodGroup ?? null,
      userId: person.id,
    },
    now,
  )
  const report = await insertReport(db, {
    caseId: found.id,
    reporterId: reporter.id,
    kind,
    reportedAt: now,
    bloodRequestId: bloodRequest?.id ?? null,
    offerId,
  })
  if (!report) throw refuse('already-reported')
  await insertText(db, {
    caseId: found.id,
    reportId: report.id,
    isNote: false,
    text,
    writtenAt: now,
    authorId: reporter.id,
    aboutId: person.id,
  })
  if (bloodRequest) await hideIfReported(db, bloodRequest, { caseId: found.id, causedBy: reporter.id, now })
  // The time of the first stop stays.
  if (person.postingStoppedAt === null && (await countReportersOf(db, person.id)) >= REPORTS_TO_ACT)
    await setPostingStoppedAt(db, person.id, now)
  return report
}

async function hideIfReported(
  db: Transaction,
  { id, status, hiddenAt, userEmail }: BloodRequestRow,
  { caseId, causedBy, now }: { caseId: string; causedBy: string; now: Date },
): Promise<void> {
  if (status !== 'active' || hiddenAt !== null) return
  if ((await countReportersInCase(db, caseId)) < REPORTS_TO_ACT || (await isCleared(db, id))) return
  // Somebody whom the club knows believes in it, and the patient may need blood tonight: an admin decides.
  if ((await countTrustedOffers(db, id, now)) > 0) return
  await setHiddenAt(db, id, now)
  const kind: ReportMailKind = 'request-hidden'
  await enqueueNotices(db, kind, [{ recipient: userEmail, aboutId: id }], { causedBy })
}
