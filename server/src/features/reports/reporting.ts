import { DAY_MS } from '@blood-bank/contract/durations'
import {
  accountTooNewMessage,
  REPORTS_TO_ACT,
  type ReportForm,
  tooManyReportsMessage,
} from '@blood-bank/contract/reports/endpoints'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { Limits } from '../../config/limits.ts'
import { mailboxOf } from '../../identity/mailboxes/mailbox.ts'
import * as users from '../../identity/users/store.ts'
import { formatUsTime } from '../../platform/clock/local-time.ts'
import type { Transaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { notifyOwner } from '../blood-requests/owner-notices/mails.ts'
import { findBloodRequest } from '../blood-requests/queries.ts'
import { lockBloodRequest, setAlertsStoppedAt, setHiddenAt } from '../blood-requests/store.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import { findViewerOf } from '../offers/contact-ledger/queries.ts'
import { findOffer } from '../offers/queries.ts'
import { countTrustedOffers } from '../offers/trust.ts'
import { countReportersOf, getCase, isReportedEnough, listReportTimesOfPerson } from './queries.ts'
import { insertReport, lockReporter } from './store.ts'

type Reporting = {
  reporter: Omit<User, 'role'>
  form: ReportForm
  limits: Pick<Limits, 'reportsPerDay' | 'reporterAccountDays'>
  timeZone: string
  now: Date
}

/**
 * Reports a blood request. The third open report that counts by itself stops its alerts, and hides it unless a trusted donor
 * has offered; neither if an admin has cleared it before.
 * @throws Refusal blood-request-not-found, own-report, or the reason why the person may not report
 */
export async function reportRequest(db: Transaction, id: string, reporting: Reporting): Promise<void> {
  const found = await findBloodRequest(db, id)
  if (!found) throw refuse('blood-request-not-found')
  if (mailboxOf(found.userEmail) === mailboxOf(reporting.reporter.email)) throw refuse('own-report')
  const person = await lockPeople(db, found.userId, reporting)
  const bloodRequest = await lockBloodRequest(db, id, 'for update')
  // Members do not see the requests of suspended owners, but those that reports hide already.
  if (!bloodRequest || bloodRequest.isHidden) throw refuse('blood-request-not-found')
  await storeReport(db, { person, bloodRequest, offerId: null }, reporting)
}

/**
 * Reports the other side of an offer: the donor, or whoever posted the request, also after it was deleted.
 * @throws Refusal offer-not-found, or the reason why the person may not report
 */
export async function reportOtherSide(db: Transaction, id: string, reporting: Reporting): Promise<void> {
  const { reporter } = reporting
  const offer = await findOffer(db, id)
  const requesterId = offer && (await findViewerOf(db, offer.revealId))
  const sides = offer ? [offer.userId, requesterId] : []
  const personId = sides.find(side => side !== reporter.id) ?? null
  // Whoever has nothing to do with an offer must not learn that it exists.
  if (!sides.includes(reporter.id) || personId === null) throw refuse('offer-not-found')
  const person = await lockPeople(db, personId, reporting)
  await storeReport(db, { person, bloodRequest: null, offerId: id }, reporting)
}

/**
 * Locks the reporter and the reported person, and checks whether the former may report. Reports by one person, and those
 * about one person, are stored one after another. The row of the reporter is only referred to: with both rows locked, two
 * members who report each other, or post at the same moment, would wait for each other.
 */
async function lockPeople(
  db: Transaction,
  personId: string,
  { reporter, limits: { reporterAccountDays, reportsPerDay }, timeZone, now }: Reporting,
): Promise<users.UserRow> {
  await lockReporter(db, reporter)
  await users.lockMailboxOf(db, personId)
  await users.lockReferencedUser(db, reporter.id)
  const from = new Date(Date.parse(reporter.createdAt) + reporterAccountDays * DAY_MS)
  if (now < from)
    throw refuse('account-too-new', {
      message: accountTooNewMessage(formatUsTime(from, timeZone), reporterAccountDays),
    })
  const since = new Date(now.getTime() - DAY_MS)
  const times = (await listReportTimesOfPerson(db, reporter.id, since)).map(Number).sort((a, b) => b - a)
  const first = times[reportsPerDay - 1]
  if (first !== undefined)
    throw refuse('too-many-reports', {
      message: tooManyReportsMessage(reportsPerDay, formatUsTime(new Date(first + DAY_MS), timeZone)),
      retryAfterSeconds: (first + DAY_MS - now.getTime()) / 1_000,
    })
  const person = await users.lockUser(db, personId, 'for no key update')
  if (!person) throw refuse('user-not-found')
  return person
}

type Reported = { person: users.UserRow; bloodRequest: BloodRequestRow | null; offerId: string | null }

/** Stores a report, hides the request and stops the person when enough reports count. @throws Refusal already-reported */
async function storeReport(
  db: Transaction,
  { person, bloodRequest, offerId }: Reported,
  { reporter, form, now }: Reporting,
): Promise<void> {
  const report = {
    ...form,
    personId: person.id,
    bloodRequest,
    offerId,
    reporterId: reporter.id,
    reportedAt: now,
  }
  const caseId = await insertReport(db, report)
  if (!caseId) throw refuse('already-reported')
  if (bloodRequest && isReportedEnough(await getCase(db, caseId), bloodRequest)) {
    await setAlertsStoppedAt(db, bloodRequest.id, bloodRequest.alertsStoppedAt ?? now)
    // Somebody whom the club knows believes in it, and the patient may need blood tonight: an admin decides.
    if ((await countTrustedOffers(db, bloodRequest.id, now)) === 0) {
      await setHiddenAt(db, bloodRequest.id, now)
      await notifyOwner(db, 'request-hidden', { ...bloodRequest, causedBy: reporter.id })
    }
  }
  // The time of the first stop stays.
  if (person.postingStoppedAt === null && (await countReportersOf(db, person.id)) >= REPORTS_TO_ACT)
    await users.stopPosting(db, person.id, now)
}
