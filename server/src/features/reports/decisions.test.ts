import { type BloodRequest, listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { listNotesOfCase, listReportsOfCase } from '@blood-bank/contract/reports/cases'
import { readOverview } from '@blood-bank/contract/site/overview'
import { liftSuspension, listUsers } from '@blood-bank/contract/users/administration'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findOfferFaults } from '../../testing/offers/faults.ts'
import {
  close,
  erase,
  type Member,
  newDonor,
  newestOfferOf,
  offered,
  offerFor,
  post,
} from '../../testing/offers/offers.ts'
import {
  ageAccounts,
  caseAbout,
  clear,
  dismissOne,
  isListed,
  listCases,
  mayPost,
  newReporter,
  newReporters,
  readCase,
  readNotes,
  readReports,
  report,
  reportSide,
  suspendFor,
  uphold,
} from '../../testing/reports/reports.ts'
import { NO_POSTING_LIMITS, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp({ ...NO_POSTING_LIMITS, REPORTS_PER_DAY: '0' })
const admin = await bank.signedInAs({ role: 'admin' })
const colleague = await bank.signedInAs({ role: 'admin' })

/** A request that three members have reported. */
async function aHiddenRequest() {
  const owner = await bank.signedInAs()
  const bloodRequest = await post(owner)
  const reporters = await newReporters(bank)
  for (const reporter of reporters) await report(reporter, bloodRequest)
  return { owner, bloodRequest, reporters, waiting: await caseAbout(admin, bloodRequest) }
}

const subjectsTo = async ({ user }: { user?: { email: string } | null }) =>
  (await bank.mailsTo(user?.email ?? '')).map(({ subject }) => subject.replace(/ · .*/, ''))

const auditOf = (targetId: string) =>
  bank.db
    .selectFrom('auditEntries')
    .select(['action', 'actorId', 'after'])
    .where('targetId', '=', targetId)
    .orderBy('id')
    .execute()

test('a cleared request is shown again, and further reports do not hide it', async () => {
  const { owner, bloodRequest, waiting } = await aHiddenRequest()
  expect([await isListed(admin, bloodRequest), await mayPost(owner)]).toEqual([false, false])
  const decided = await clear(admin, waiting, { note: 'I called the ward.' })
  expect(decided.body).toMatchObject({
    decision: { decision: 'cleared', reason: 'nothing-wrong' },
    bloodRequest: { hiddenAt: null },
    person: { isPostingStopped: false },
  })
  expect([await isListed(admin, bloodRequest), await mayPost(owner)]).toEqual([true, true])
  expect(await subjectsTo(owner)).toEqual([
    'Your request for B+ blood is hidden while admins look at it',
    'Your request for B+ blood is shown again',
  ])
  expect(await auditOf(bloodRequest.id)).toEqual([
    {
      action: 'reports-decided',
      actorId: admin.id,
      after: { decision: 'cleared', reason: 'nothing-wrong', reports: 3 },
    },
  ])
  for (const reporter of await newReporters(bank)) await report(reporter, bloodRequest)
  expect(await isListed(admin, bloodRequest)).toBe(true)
  // They wait for an admin in a case of their own.
  expect(await caseAbout(admin, bloodRequest)).toMatchObject({ reports: 3, decision: null })
  expect(await readNotes(admin, waiting)).toMatchObject([{ text: 'I called the ward.' }])
})

test('a request whose reports are right is closed, and its donors are told', async () => {
  const owner = await bank.signedInAs()
  const donor = await newDonor(bank)
  const bloodRequest = await post(owner)
  await offered(donor, bloodRequest)
  await report(await newReporter(bank), bloodRequest)
  const decided = await uphold(admin, await caseAbout(admin, bloodRequest))
  expect(decided.body).toMatchObject({
    decision: { decision: 'upheld' },
    bloodRequest: { status: 'cancelled' },
  })
  expect((await newestOfferOf(donor))?.status).toBe('released')
  expect(await subjectsTo(owner)).toContain('Your request for B+ blood was closed by an admin')
  const { body } = await owner.call(listOwnBloodRequests, { query: {} })
  expect(body.records).toMatchObject([
    { status: 'cancelled', closedByAdminAt: expect.any(String), closingReason: 'not-real' },
  ])
  const told = (await bank.mailsTo(owner.user?.email ?? '')).at(-1)?.text
  expect(told).toContain('Reason: We could not confirm that it is real.')
  expect((await auditOf(bloodRequest.id)).map(({ action }) => action)).toEqual([
    'reports-decided',
    'blood-request-closed',
  ])
})

test('a suspension decides every case about the person, and lifting it shows no reported request', async () => {
  const { owner, bloodRequest, waiting } = await aHiddenRequest()
  await clear(admin, waiting)
  const second = await post(owner)
  await report(await newReporter(bank), second)
  const donor = await newDonor(bank)
  await ageAccounts(bank, donor)
  await reportSide(donor, await offered(donor, bloodRequest))
  const decided = await suspendFor(admin, await caseAbout(admin, owner), { note: 'Told by a donor.' })
  expect(decided.body).toMatchObject({ decision: { decision: 'suspended' }, person: { isSuspended: true } })
  expect((await listCases(admin)).filter(({ person }) => person?.id === owner.id)).toEqual([])
  await admin.call(liftSuspension, { params: { id: owner.id } })
  // The cleared one is shown again.
  expect([await isListed(admin, second), await isListed(admin, bloodRequest)]).toEqual([false, true])
  const { body } = await admin.call(listUsers, { query: { search: owner.user?.email ?? '' } })
  expect(body.records).toMatchObject([{ suspension: null }])
})

test('a dismissed report counts no longer; with too few the request is shown, with none the case is decided', async () => {
  const { owner, bloodRequest, reporters, waiting } = await aHiddenRequest()
  const { records } = await readReports(admin, waiting)
  const dismissed = await dismissOne(admin, { id: records[0]?.id ?? '' }, { note: 'A rival.' })
  expect(dismissed.body).toMatchObject({ reports: 2, decision: null })
  expect([await isListed(admin, bloodRequest), await mayPost(owner)]).toEqual([true, true])
  expect(await dismissOne(admin, { id: records[0]?.id ?? '' })).toRefuse('reports-already-decided')
  // It can be hidden again: no admin has cleared it.
  await report(await newReporter(bank), bloodRequest)
  expect(await isListed(admin, bloodRequest)).toBe(false)
  for (const { id, dismissedAt } of (await readReports(admin, waiting)).records)
    if (dismissedAt === null) await dismissOne(admin, { id })
  expect(await isListed(admin, bloodRequest)).toBe(true)
  const handled = (await listCases(admin, 'handled')).find(({ id }) => id === waiting.id)
  expect(handled).toMatchObject({ reports: 0, decision: { decision: 'dismissed', reason: 'malicious' } })
  expect((await readReports(admin, waiting)).records.map(({ reporter }) => reporter?.dismissed)).toEqual([
    1, 1, 1, 1,
  ])
  for (const { id } of reporters)
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['report-dismissed'])
})

test('an admin who is reported does not see who reported them, nor what was written', async () => {
  const reporter = await newReporter(bank)
  await report(reporter, await post(admin), { text: 'I met you on Monday.' })
  const [own] = (await listCases(admin)).filter(({ person }) => person?.id === admin.id)
  const params = { id: own?.id ?? '' }
  expect([own, await readCase(admin, params)]).toMatchObject([{ latestText: null }, { latestText: null }])
  expect(await admin.call(listReportsOfCase, { params, query: {} })).toRefuse('own-report-case')
  expect(await admin.call(listNotesOfCase, { params })).toRefuse('own-report-case')
  const [seen] = (await readReports(colleague, params)).records
  expect(seen).toMatchObject({ text: 'I met you on Monday.', reporter: { email: reporter.user?.email } })
})

test('an admin does not decide about themselves if another admin can', async () => {
  await report(await newReporter(bank), await post(admin))
  const own = (await listCases(admin)).find(({ person }) => person?.id === admin.id)
  if (!own) throw new Error('no case about the admin waits')
  const [seen] = (await readReports(colleague, own)).records
  const attempts = [clear(admin, own), uphold(admin, own), dismissOne(admin, { id: seen?.id ?? '' })]
  for (const reply of await Promise.all(attempts)) expect(reply).toRefuse('own-case-not-decided')
  expect(await readCase(colleague, own)).toMatchObject({ decision: null, reports: own.reports })
  const setRole = (role: 'admin' | 'user') =>
    bank.db.updateTable('users').set({ role }).where('id', '=', colleague.id).execute()
  await setRole('user')
  expect((await clear(admin, own)).body.decision).toMatchObject({ decision: 'cleared' })
  await setRole('admin')
})

test('an admin decides about what they have read, and only once', async () => {
  const { bloodRequest, waiting } = await aHiddenRequest()
  await report(await newReporter(bank), bloodRequest)
  expect(await clear(admin, waiting)).toRefuse('reports-changed')
  const read = await caseAbout(admin, bloodRequest)
  expect((await uphold(admin, read)).status).toBe(200)
  for (const decide of [clear, uphold, suspendFor])
    expect(await decide(colleague, read)).toRefuse('reports-already-decided')
  expect(await readCase(colleague, read)).toMatchObject({ decision: { decision: 'upheld' }, reports: 4 })
  expect(await clear(admin, { id: bloodRequest.id, reports: 1 })).toRefuse('report-case-not-found')
})

test.each(['the person', 'a request that is not hidden'])(
  'a person whose posting was stopped is told when they can post again, after a case about %s',
  async about => {
    const owner = await bank.signedInAs()
    const [first, second] = [await post(owner), await post(owner)]
    for (const bloodRequest of [first, second]) await report(await newReporter(bank), bloodRequest)
    const donor = await newDonor(bank)
    await ageAccounts(bank, donor)
    await reportSide(donor, await offered(donor, first))
    expect(await mayPost(owner)).toBe(false)
    await clear(admin, await caseAbout(admin, about === 'the person' ? owner : first))
    expect(await mayPost(owner)).toBe(true)
    expect(await subjectsTo(owner)).toContain('You can post requests again')
  },
)

test('the overview counts the cases that wait, and says of which members still see the request', async () => {
  const counted = async () => {
    bank.advance(2_000)
    const { total, visibleRequests, hiddenRequests } = (await admin.call(readOverview)).body.reportsWaiting
    return [total, visibleRequests, hiddenRequests] as const
  }
  const [total, visible, hidden] = await counted()
  const { waiting } = await aHiddenRequest()
  expect(await counted()).toEqual([total + 1, visible, hidden + 1])
  const once = await post(await bank.signedInAs())
  const [reporter] = await newReporters(bank)
  if (reporter) await report(reporter, once)
  expect(await counted()).toEqual([total + 2, visible + 1, hidden + 1])
  await clear(admin, waiting)
  expect(await counted()).toEqual([total + 1, visible + 1, hidden])
})

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
