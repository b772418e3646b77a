import { DAY_MS } from '@blood-bank/contract/durations'
import { liftSuspension, suspendUser } from '@blood-bank/contract/users/administration'
import { expect, test } from 'vitest'
import { lockUser, setSuspendedAt } from '../../identity/users/store.ts'
import { askedFor, plannerOf, storeDonors, verifyDonor } from '../../testing/alerts/alerts.ts'
import { erase, type Member, newDonor, offered, post, withdraw } from '../../testing/offers/offers.ts'
import { callDuring } from '../../testing/postgres/test-database.ts'
import {
  caseAbout,
  clear,
  dismissOne,
  isListed,
  mayPost,
  newReporter,
  newReporters,
  readReports,
  report,
  reportSide,
} from '../../testing/reports/reports.ts'
import { storeDonor } from '../../testing/stored.ts'
import { NO_POSTING_LIMITS, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp({ ...NO_POSTING_LIMITS, REPORTS_PER_DAY: '0', REPORTER_ACCOUNT_DAYS: '0' })
const admin = await bank.signedInAs({ role: 'admin' })

const verifiedBefore = (member: Member, ms: number) =>
  bank.db
    .updateTable('users')
    .set({ emailVerifiedAt: new Date(bank.now().getTime() - ms) })
    .where('id', '=', member.id)
    .execute()

/** A request of a new owner that two members have reported whose reports count. */
async function twiceReported() {
  const owner = await bank.signedInAs()
  const bloodRequest = await post(owner)
  const reporters = [await newReporter(bank), await newReporter(bank)] as const
  for (const reporter of reporters) await report(reporter, bloodRequest)
  return { owner, bloodRequest, reporters }
}

/** Reporters with what their account has done, and whether their reports count. */
test.each<[string, boolean, (member: Member) => Promise<unknown>]>([
  ['verified for exactly a week, with a donor profile', true, donate => asDonor(donate, 7 * DAY_MS)],
  ['verified for a minute less, with a donor profile', false, donate => asDonor(donate, 7 * DAY_MS - 60_000)],
  ['verified for a week, that has done nothing', false, member => verifiedBefore(member, 8 * DAY_MS)],
  [
    'verified for a week, with a request',
    true,
    async member => {
      await verifiedBefore(member, 8 * DAY_MS)
      await post(member)
    },
  ],
  [
    'with an offer that it withdrew, and no profile any more',
    true,
    async member => {
      await asDonor(member, 8 * DAY_MS, 'O-')
      await withdraw(member, await offered(member, await post(await bank.signedInAs())))
      await bank.db.deleteFrom('donors').where('userId', '=', member.id).execute()
    },
  ],
])('the report of an account %s counts by itself: %s', async (_, counts, prepare) => {
  const { owner, bloodRequest } = await twiceReported()
  const member = await bank.signedInAs()
  await prepare(member)
  expect((await report(member, bloodRequest)).status).toBe(201)
  expect(await isListed(admin, bloodRequest)).toBe(!counts)
  expect(await mayPost(owner)).toBe(!counts)
  const waiting = await caseAbout(admin, bloodRequest)
  expect(waiting.reports).toBe(3)
  const { records } = await readReports(admin, waiting)
  expect(records.map(({ countsByItself }) => countsByItself)).toEqual([counts, true, true])
})

async function asDonor(member: Member, ms: number, bloodGroup: 'O+' | 'O-' = 'O+') {
  await storeDonor(bank.db, { userId: member.id, bloodGroup })
  await verifiedBefore(member, ms)
}

test('the accounts of a mailbox are one reporter, and one person who is reported', async () => {
  const owner = await bank.signedInAs({ email: 'owner@example.edu' })
  const other = await bank.signedInAs({ email: 'owner+2@example.edu' })
  const [first, second] = [await post(owner), await post(other)]
  expect(await report(other, first)).toRefuse('own-report')
  const named = async (email: string) => {
    const reporter = await bank.signedInAs({ email })
    await asDonor(reporter, 8 * DAY_MS)
    return reporter
  }
  const [badal, badal2] = [await named('badal@example.edu'), await named('badal+2@example.edu')]
  expect((await report(badal, first)).status).toBe(201)
  expect(await report(badal2, first)).toRefuse('already-reported')
  expect((await report(badal2, second)).status).toBe(201)
  await report(await newReporter(bank), first)
  expect([await mayPost(owner), await mayPost(other)]).toEqual([true, true])
  // The third person, at the second account.
  await report(await newReporter(bank), second)
  expect([await isListed(admin, first), await isListed(admin, second)]).toEqual([true, true])
  expect([await mayPost(owner), await mayPost(other)]).toEqual([false, false])
  const [only] = (await readReports(admin, await caseAbout(admin, second))).records
  await dismissOne(admin, { id: only?.id ?? '' }, { reason: 'mistaken' })
  expect([await mayPost(owner), await mayPost(other)]).toEqual([true, true])
})

test('one person who reports, erases the account and registers again counts once, for the request and the person', async () => {
  const owner = await bank.signedInAs()
  const bloodRequest = await post(owner)
  for (let time = 0; time < 3; time += 1) {
    const reporter = await newReporter(bank)
    await report(reporter, bloodRequest)
    expect((await erase(reporter)).status).toBe(200)
  }
  await report(await newReporter(bank), bloodRequest)
  expect([await isListed(admin, bloodRequest), await mayPost(owner)]).toEqual([true, true])
  await report(await newReporter(bank), bloodRequest)
  expect([await isListed(admin, bloodRequest), await mayPost(owner)]).toEqual([false, false])
})

test('an account whose report did not count gains nothing by its erasure', async () => {
  const { bloodRequest } = await twiceReported()
  const newcomer = await bank.signedInAs()
  await report(newcomer, bloodRequest)
  await erase(newcomer)
  await report(await bank.signedInAs(), bloodRequest)
  expect(await isListed(admin, bloodRequest)).toBe(true)
})

test('after a report was dismissed as made in bad faith, none of that account counts by itself', async () => {
  const liar = await newReporter(bank)
  const [hidden, waitingFor] = [await twiceReported(), await twiceReported()]
  await report(liar, hidden.bloodRequest)
  expect([await isListed(admin, hidden.bloodRequest), await mayPost(hidden.owner)]).toEqual([false, false])
  const elsewhere = await post(await bank.signedInAs())
  await report(liar, elsewhere)
  await report(await newReporter(bank), elsewhere)
  const { records } = await readReports(admin, await caseAbout(admin, elsewhere))
  const lie = records.find(({ reporter }) => reporter?.id === liar.id)
  await dismissOne(admin, { id: lie?.id ?? '' })
  // What it had reported before counts no longer.
  expect([await isListed(admin, hidden.bloodRequest), await mayPost(hidden.owner)]).toEqual([true, true])
  // Nor what it reports afterwards, but admins read it.
  await report(liar, waitingFor.bloodRequest)
  expect([await isListed(admin, waitingFor.bloodRequest), await mayPost(waitingFor.owner)]).toEqual([
    true,
    true,
  ])
  expect(await caseAbout(admin, waitingFor.bloodRequest)).toMatchObject({ reports: 3 })
  await erase(liar)
  await report(await newReporter(bank), waitingFor.bloodRequest)
  expect(await isListed(admin, waitingFor.bloodRequest)).toBe(false)
})

test('a report that was dismissed as a mistake says nothing about others of its author', async () => {
  const reporter = await newReporter(bank)
  const mistaken = await post(await bank.signedInAs())
  await report(reporter, mistaken)
  const [only] = (await readReports(admin, await caseAbout(admin, mistaken))).records
  await dismissOne(admin, { id: only?.id ?? '' }, { reason: 'mistaken' })
  const { bloodRequest } = await twiceReported()
  await report(reporter, bloodRequest)
  expect(await isListed(admin, bloodRequest)).toBe(false)
})

test('the reports of a suspended account do not count, also after its erasure', async () => {
  const { bloodRequest, reporters } = await twiceReported()
  const [first] = reporters
  const body = { reason: 'harassment', note: null } as const
  await admin.call(suspendUser, { params: { id: first.id }, body })
  await report(await newReporter(bank), bloodRequest)
  expect(await isListed(admin, bloodRequest)).toBe(true)
  await admin.call(liftSuspension, { params: { id: first.id } })
  await erase(await bank.signIn(first.user?.email ?? ''))
  await report(await bank.signedInAs(), bloodRequest)
  expect(await isListed(admin, bloodRequest)).toBe(true)
})

test('a request for which a trusted donor has offered is marked for admins, and stays shown', async () => {
  const { owner, bloodRequest } = await twiceReported()
  const donor = await newDonor(bank)
  await bank.db.updateTable('donors').set({ isVerified: true }).where('userId', '=', donor.id).execute()
  const offer = await offered(donor, bloodRequest)
  expect((await caseAbout(admin, bloodRequest)).bloodRequest?.isMarked).toBe(false)
  await report(await newReporter(bank), bloodRequest)
  expect(await isListed(admin, bloodRequest)).toBe(true)
  expect(await caseAbout(admin, bloodRequest)).toMatchObject({
    reports: 3,
    bloodRequest: { hiddenAt: null, isMarked: true },
    // Only the request stays: three members doubt the person.
    person: { isPostingStopped: true },
  })
  const subjects = (await bank.mailsTo(owner.user?.email ?? '')).map(({ subject }) => subject)
  expect(subjects.filter(subject => subject.includes('hidden'))).toEqual([])
  // The next report hides it when the donor no longer comes.
  await withdraw(donor, offer)
  await report(await newReporter(bank), bloodRequest)
  expect(await isListed(admin, bloodRequest)).toBe(false)
  expect((await caseAbout(admin, bloodRequest)).bloodRequest?.isMarked).toBe(false)
})

test('three reports stop the alerts also for a request that stays shown, until an admin clears it', async () => {
  const planDueWaves = plannerOf(bank)
  await bank.db.updateTable('bloodRequests').set({ nextWaveAt: null }).execute()
  const { bloodRequest } = await twiceReported()
  const offering = await newDonor(bank)
  await verifyDonor(bank, offering)
  await offered(offering, bloodRequest)
  await storeDonors(bank, 1)
  await report(await newReporter(bank), bloodRequest)
  expect(await isListed(admin, bloodRequest)).toBe(true)
  await planDueWaves()
  expect(await askedFor(bank, bloodRequest)).toEqual([])
  await clear(admin, await caseAbout(admin, bloodRequest))
  await planDueWaves()
  expect(await askedFor(bank, bloodRequest)).not.toEqual([])
})

test('three members stop a person only by reports that count', async () => {
  const owner = await bank.signedInAs()
  const bloodRequest = await post(owner)
  const donors = [await newDonor(bank), await newDonor(bank)]
  // Both accounts are new.
  for (const donor of donors) await reportSide(donor, await offered(donor, bloodRequest))
  await report(await newReporter(bank), bloodRequest)
  expect(await mayPost(owner)).toBe(true)
  for (const reporter of (await newReporters(bank)).slice(1)) await report(reporter, bloodRequest)
  expect(await mayPost(owner)).toBe(false)
})

test('what somebody reports who is suspended during the call does not count by itself', async () => {
  const { bloodRequest } = await twiceReported()
  const third = await newReporter(bank)
  const { status } = await callDuring(
    bank.owner,
    async db => {
      await lockUser(db, third.id)
      await setSuspendedAt(db, third.id, bank.now())
    },
    () => report(third, bloodRequest),
  )
  expect(status).toBe(201)
  expect(await isListed(admin, bloodRequest)).toBe(true)
})
