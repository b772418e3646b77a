import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { offerToDonate } from '@blood-bank/contract/offers/endpoints'
import * as cases from '@blood-bank/contract/reports/cases'
import { reportBloodRequest, reportOffer } from '@blood-bank/contract/reports/endpoints'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { aBloodRequest } from '../builders.ts'
import type { Person } from '../person.ts'
import { samples } from '../test-scope.ts'
import type { Caller } from './caller.ts'

const CASES = samples({ gate: 2_000, all: 10_000 })

/** Stores two reports about each of many requests. An admin has decided about four of five. */
export async function storeReports(owner: Database): Promise<void> {
  await sql`
    insert into report_cases (subject, blood_request_id, required_blood_group, user_id, opened_at, decision, reason, decided_at)
    select 'blood-request', id, required_blood_group, user_id, requested_at,
           case when nth % 5 > 0 then 'upheld' end, case when nth % 5 > 0 then 'not-real' end,
           case when nth % 5 > 0 then requested_at end
      from (select *, row_number() over (order by id) as nth from blood_requests limit ${CASES}) b`.execute(
    owner,
  )
  await sql`
    insert into reports (case_id, reporter_id, blood_request_id, kind, reported_at)
    select c.id, u.id, c.blood_request_id, 'not-real', c.opened_at
      from (select *, row_number() over (order by id) as nth from report_cases) c
     cross join lateral (values (c.nth), (c.nth + 1)) reporters (nth)
      join (select id, row_number() over (order by id) as nth from users) u on u.nth = reporters.nth`.execute(
    owner,
  )
  await sql`
    insert into report_texts (case_id, report_id, is_note, author_id, about_id, text, written_at)
    select case_id, reports.id, false, reporter_id, user_id, 'The number is not theirs.', reported_at
      from reports join report_cases on report_cases.id = case_id`.execute(owner)
  await sql`vacuum (analyze) report_cases, reports, report_texts`.execute(owner)
}

type People = { requester: Person; donor: Person; admin: Person }

/** Calls every endpoint of reports. The requester may post and the donor may offer. */
export async function reportAndDecide({ call, callPages }: Caller, { requester, donor, admin }: People) {
  const post = async () => {
    const body = aBloodRequest({ requiredBloodGroup: 'AB+' })
    return { id: (await call(requester, postBloodRequest, { body })).body.id }
  }
  const reported = async (params: { id: string }) => {
    await call(donor, reportBloodRequest, { params, body: { kind: 'other', text: 'It is not real.' } })
    const { body } = await call(admin, cases.listReportCases, { query: { limit: '300' } })
    const found = body.records.find(({ bloodRequest }) => bloodRequest?.id === params.id)
    return found ?? (await newestCase())
  }
  /** The case that was opened last. */
  const newestCase = async () => {
    let after: string | undefined
    for (;;) {
      const query = { limit: '300', ...(after !== undefined && { after }) }
      const { records, next } = (await call(admin, cases.listReportCases, { query })).body
      const newest = records.at(-1)
      if (next === null && newest) return newest
      after = next ?? undefined
    }
  }
  for (const state of cases.CaseState.options) {
    await callPages(admin, cases.listReportCases, { state })
    await callPages(admin, cases.listReportCases, { state, subject: 'blood-request' })
  }
  const decide = async (endpoint: typeof cases.clearReportCase | typeof cases.upholdReportCase) => {
    const { id, reports } = await reported(await post())
    await call(admin, cases.listReportsOfCase, { params: { id }, query: { limit: '1' } })
    await call(admin, cases.listNotesOfCase, { params: { id } })
    await call(admin, endpoint, { params: { id }, body: { reason: 'other', note: 'As told.', reports } })
  }
  await decide(cases.clearReportCase)
  await decide(cases.upholdReportCase)
  const dismissed = await reported(await post())
  const { records } = (
    await call(admin, cases.listReportsOfCase, { params: { id: dismissed.id }, query: {} })
  ).body
  const [report] = records
  if (!report) throw new Error('The case has a report.')
  await call(admin, cases.dismissReport, { params: { id: report.id }, body: { reason: 'mistaken' } })

  const { body: offer } = await call(donor, offerToDonate, { params: await post() })
  await call(requester, reportOffer, { params: { id: offer.id }, body: { kind: 'harassment' } })
  const { id, reports } = await newestCase()
  await call(admin, cases.suspendReportedPerson, { params: { id }, body: { reason: 'harassment', reports } })
}
