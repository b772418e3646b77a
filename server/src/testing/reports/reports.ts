import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { DAY_MS } from '@blood-bank/contract/durations'
import * as cases from '@blood-bank/contract/reports/cases'
import {
  type DismissalReason,
  type ReportForm,
  reportBloodRequest,
  reportOffer,
} from '@blood-bank/contract/reports/endpoints'
import type { Bank, Member } from '../offers/offers.ts'
import { aBloodRequest, type Person } from '../person.ts'
import { storeDonor } from '../stored.ts'

/** Makes accounts old enough to report, and to count by themselves. */
export async function ageAccounts(bank: Bank, ...members: Pick<Member, 'id'>[]): Promise<void> {
  const createdAt = new Date(bank.now().getTime() - 8 * DAY_MS)
  const ids = members.map(({ id }) => id)
  await bank.db
    .updateTable('users')
    .set({ createdAt, devicesKnownSince: createdAt, emailVerifiedAt: createdAt })
    .where('id', 'in', ids)
    .execute()
}

/** A member who may report, and whose reports count by themselves: a donor. */
export async function newReporter(bank: Bank): Promise<Member> {
  const reporter = await bank.signedInAs()
  await ageAccounts(bank, reporter)
  await storeDonor(bank.db, { userId: reporter.id })
  return reporter
}

/** As many members who may report as it takes to hide a request. */
export const newReporters = async (bank: Bank): Promise<[Member, Member, Member]> => [
  await newReporter(bank),
  await newReporter(bank),
  await newReporter(bank),
]

type Form = Partial<ReportForm>

/** Reports a blood request as not real, unless the form says otherwise. */
export const report = (person: Person, { id }: { id: string }, form: Form = {}) =>
  person.call(reportBloodRequest, { params: { id }, body: { kind: 'not-real', ...form } })

/** Reports the other side of an offer for asking for money, unless the form says otherwise. */
export const reportSide = (person: Person, { id }: { id: string }, form: Form = {}) =>
  person.call(reportOffer, { params: { id }, body: { kind: 'asked-for-money', ...form } })

/** Whether members see a blood request in the list of active ones. */
export async function isListed(person: Person, { id }: { id: string }): Promise<boolean> {
  const { body } = await person.call(listActiveBloodRequests, { query: { limit: '300' } })
  return body.records.some(record => record.id === id)
}

/** Whether reports have not stopped somebody's posting. */
export const mayPost = async (owner: Person): Promise<boolean> =>
  (await owner.call(postBloodRequest, { body: aBloodRequest() })).status === 201

/** The cases that wait for an admin, or the handled ones. */
export const listCases = async (admin: Person, state: 'waiting' | 'handled' = 'waiting') =>
  (await admin.call(cases.listReportCases, { query: { state } })).body.records

/** The waiting case about a blood request or a person. */
export async function caseAbout(admin: Person, { id }: { id: string }) {
  const found = (await listCases(admin)).find(one => (one.bloodRequest ?? one.person)?.id === id)
  if (!found) throw new Error('no case about this waits')
  return found
}

/** A case as it is now. */
export const readCase = async (admin: Person, { id }: { id: string }) =>
  (await admin.call(cases.readReportCase, { params: { id } })).body

/** The reports of a case, as an admin reads them. */
export const readReports = async (admin: Person, { id }: { id: string }) =>
  (await admin.call(cases.listReportsOfCase, { params: { id }, query: {} })).body

/** What admins wrote about a case. */
export const readNotes = async (admin: Person, { id }: { id: string }) =>
  (await admin.call(cases.listNotesOfCase, { params: { id } })).body.notes

type Read = { id: string; reports: number }
type Note = { note?: string }

export const clear = (admin: Person, { id, reports }: Read, { note }: Note = {}) =>
  admin.call(cases.clearReportCase, {
    params: { id },
    body: { reason: 'nothing-wrong', reports, ...(note !== undefined && { note }) },
  })

export const uphold = (admin: Person, { id, reports }: Read, { note }: Note = {}) =>
  admin.call(cases.upholdReportCase, {
    params: { id },
    body: { reason: 'not-real', reports, ...(note !== undefined && { note }) },
  })

export const suspendFor = (admin: Person, { id, reports }: Read, { note }: Note = {}) =>
  admin.call(cases.suspendReportedPerson, {
    params: { id },
    body: { reason: 'harassment', reports, ...(note !== undefined && { note }) },
  })

export const dismissOne = (
  admin: Person,
  { id }: { id: string },
  { note, reason = 'malicious' }: Note & { reason?: DismissalReason } = {},
) =>
  admin.call(cases.dismissReport, {
    params: { id },
    body: { reason, ...(note !== undefined && { note }) },
  })
