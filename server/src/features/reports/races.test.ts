import { type BloodRequest, listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findOfferFaults } from '../../testing/offers/faults.ts'
import { close, erase, type Member, newDonor, offered, offerFor, post } from '../../testing/offers/offers.ts'
import {
  ageAccounts,
  caseAbout,
  clear,
  listCases,
  newReporter,
  newReporters,
  report,
  reportSide,
  suspendFor,
  uphold,
} from '../../testing/reports/reports.ts'
import { NO_POSTING_LIMITS, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp({ ...NO_POSTING_LIMITS, REPORTS_PER_DAY: '0' })
const admin = await bank.signedInAs({ role: 'admin' })
const colleague = await bank.signedInAs({ role: 'admin' })

const ROUNDS = 2

/** Runs a trial several times, each with a new owner and request. */
async function repeatedly(trial: (owner: Member, bloodRequest: BloodRequest) => Promise<void>) {
  for (let round = 0; round < ROUNDS; round += 1) {
    const owner = await bank.signedInAs()
    await trial(owner, await post(owner))
  }
}

const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status).toSorted()

const stored = ({ id }: { id: string }) =>
  bank.db.selectFrom('bloodRequests').selectAll().where('id', '=', id).executeTakeFirst()

const mailsAbout = async (owner: Member) =>
  (await bank.mailsTo(owner.user?.email ?? '')).map(({ subject }) =>
    subject.replace(/^Your request for B\+ blood | · .*/g, ''),
  )

test('three reports at once hide a request once, in one case', () =>
  repeatedly(async (owner, bloodRequest) => {
    const reporters = await newReporters(bank)
    const replies = await Promise.all(reporters.map(one => report(one, bloodRequest)))
    expect(statuses(replies)).toEqual([201, 201, 201])
    expect((await stored(bloodRequest))?.hiddenAt).toEqual(expect.any(Date))
    expect(await mailsAbout(owner)).toEqual(['is hidden while admins look at it'])
    expect(await caseAbout(admin, bloodRequest)).toMatchObject({ reports: 3 })
  }))

test('one person who reports a thing ten times at once has reported it once', async () => {
  const bloodRequest = await post(await bank.signedInAs())
  const reporter = await newReporter(bank)
  const replies = await Promise.all(Array.from({ length: 6 }, () => report(reporter, bloodRequest)))
  expect(statuses(replies)).toEqual([201, 409, 409, 409, 409, 409])
})

test('a request that its owner closes while it is reported is closed, and is not hidden', () =>
  repeatedly(async (owner, bloodRequest) => {
    const [first, second, third] = await newReporters(bank)
    for (const one of [first, second]) await report(one, bloodRequest)
    const replies = await Promise.all([report(third, bloodRequest), close(owner, bloodRequest, 'cancelled')])
    expect(statuses(replies)).toEqual([200, 201])
    expect(await stored(bloodRequest)).toMatchObject({ status: 'cancelled', hiddenAt: null })
  }))

test('a report that arrives while an admin clears is either read before or hides nothing', () =>
  repeatedly(async (_, bloodRequest) => {
    for (const one of await newReporters(bank)) await report(one, bloodRequest)
    const waiting = await caseAbout(admin, bloodRequest)
    const late = await newReporter(bank)
    const [cleared, reported] = await Promise.all([clear(admin, waiting), report(late, bloodRequest)])
    expect(reported.status).toBe(201)
    expect([200, 409]).toContain(cleared.status)
    const { hiddenAt } = (await stored(bloodRequest)) ?? {}
    const left = await caseAbout(admin, bloodRequest)
    if (cleared.status === 200) expect([hiddenAt, left.reports]).toEqual([null, 1])
    else expect([hiddenAt, left.reports]).toEqual([expect.any(Date), 4])
  }))

test('of two admins who decide at once, one wins and the other is told', () =>
  repeatedly(async (owner, bloodRequest) => {
    for (const one of await newReporters(bank)) await report(one, bloodRequest)
    const waiting = await caseAbout(admin, bloodRequest)
    const replies = await Promise.all([clear(admin, waiting), uphold(colleague, waiting)])
    const loser = replies.find(({ status }) => status !== 200)
    expect(loser).toRefuse('reports-already-decided')
    const { status } = (await stored(bloodRequest)) ?? {}
    expect(await mailsAbout(owner)).toEqual([
      'is hidden while admins look at it',
      status === 'active' ? 'is shown again' : 'was closed by an admin',
    ])
  }))

test('members who report, offer, close, suspend and erase at once wait for each other in one order', () =>
  repeatedly(async (owner, bloodRequest) => {
    const [donor, other] = [await newDonor(bank), await newDonor(bank)]
    const offer = await offered(donor, bloodRequest)
    await ageAccounts(bank, owner, donor, other)
    const reporters = await newReporters(bank)
    await report(reporters[0], bloodRequest)
    const waiting = await caseAbout(admin, bloodRequest)
    const replies = await Promise.all([
      ...reporters.slice(1).map(one => report(one, bloodRequest)),
      reportSide(owner, offer),
      reportSide(donor, offer),
      report(other, bloodRequest),
      offerFor(other, bloodRequest),
      erase(reporters[0]),
      suspendFor(admin, waiting),
      clear(colleague, waiting),
      close(owner, bloodRequest),
      owner.call(listOwnBloodRequests, { query: {} }),
    ])
    // Nothing fails, and nobody waits until PostgreSQL ends a deadlock.
    expect(statuses(replies).filter(status => status >= 500)).toEqual([])
    expect(await findOfferFaults(bank.db)).toEqual([])
    const { rows } = await sql`
      select id from report_cases where decision is null and blood_request_id is not null
       group by id, blood_request_id having count(*) > 1`.execute(bank.db)
    expect(rows).toEqual([])
    expect(
      (await listCases(admin)).filter(one => one.bloodRequest?.id === bloodRequest.id).length,
    ).toBeLessThan(2)
  }))
