import { deleteBloodRequest, listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { DAY_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { close, newDonor, newestOfferOf, offered, post, receivedOffers } from '../../testing/offers/offers.ts'
import { aBloodRequest } from '../../testing/person.ts'
import {
  ageAccounts,
  caseAbout,
  isListed,
  listCases,
  newReporter,
  newReporters,
  readNotes,
  readReports,
  report,
  reportSide,
} from '../../testing/reports/reports.ts'
import { NO_POSTING_LIMITS, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp(NO_POSTING_LIMITS)
const admin = await bank.signedInAs({ role: 'admin' })

test('a report tells the admins what is wrong and who says so', async () => {
  const owner = await bank.signedInAs()
  const rima = await newReporter(bank)
  const bloodRequest = await post(owner)
  const reply = await report(rima, bloodRequest, { kind: 'other', text: ' It is my own number. ' })
  const reported = { kind: 'other', text: 'It is my own number.', reportedAt: expect.any(String) }
  expect([reply.status, reply.body]).toEqual([201, reported])

  const waiting = await caseAbout(admin, bloodRequest)
  expect(waiting).toMatchObject({
    subject: 'blood-request',
    reports: 1,
    kinds: [{ kind: 'other', reports: 1 }],
    decision: null,
    latestText: 'It is my own number.',
    requiredBloodGroup: 'B+',
    person: { id: owner.id },
    bloodRequest: { status: 'active', hospitalName: bloodRequest.hospitalName, hiddenAt: null },
  })
  const { records } = await readReports(admin, waiting)
  expect(records).toMatchObject([{ ...reported, reporter: { id: rima.id, dismissed: 0 }, dismissedAt: null }])
  expect(await readNotes(admin, waiting)).toEqual([])
})

test('whoever may not report is told why', async () => {
  const owner = await bank.signedInAs()
  const bloodRequest = await post(owner)
  const reporter = await newReporter(bank)
  await ageAccounts(bank, owner)
  expect(await report(owner, bloodRequest)).toRefuse('own-report')
  const missing = { id: '0198f3a0-1234-7abc-8def-0123456789ab' }
  expect(await report(reporter, missing)).toRefuse('blood-request-not-found')
  expect(await reportSide(reporter, missing)).toRefuse('offer-not-found')
  expect(await report(reporter, bloodRequest, { kind: 'other' })).toRefuse(
    'invalid-input',
    'Please write what happened.',
  )
  expect((await report(reporter, bloodRequest)).status).toBe(201)
  expect(await report(reporter, bloodRequest, { kind: 'harassment' })).toRefuse('already-reported')

  const newcomer = await bank.signedInAs()
  const refusal = await report(newcomer, bloodRequest)
  expect(refusal.status).toBe(403)
  expect(refusal.error?.message).toMatch(
    /^You can report from \w+ \d+, \d+, [\d:]+ [AP]M, 7 days after you registered\./,
  )
})

test('an account that is exactly seven days old may report', async () => {
  const bloodRequest = await post(await bank.signedInAs())
  const member = await bank.signedInAs()
  const setAge = (ms: number) =>
    bank.db
      .updateTable('users')
      .set({ createdAt: new Date(bank.now().getTime() - ms) })
      .where('id', '=', member.id)
      .execute()
  await setAge(7 * DAY_MS - 60_000)
  expect((await report(member, bloodRequest)).error?.code).toBe('account-too-new')
  await setAge(7 * DAY_MS)
  expect((await report(member, bloodRequest)).status).toBe(201)
})

test('a person makes five reports a day, also if what they reported is deleted', async () => {
  const reporter = await newReporter(bank)
  for (let time = 0; time < 5; time += 1) {
    const owner = await bank.signedInAs()
    const { id } = await post(owner)
    expect((await report(reporter, { id })).status).toBe(201)
    await owner.call(deleteBloodRequest, { params: { id } })
  }
  const refusal = await report(reporter, await post(await bank.signedInAs()))
  expect(refusal.error?.message).toMatch(
    /^You have made 5 reports in the last 24 hours\. You can report again at /,
  )
  expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(86_000)
})

test('the third member who reports a request hides it, and its owner is told without a name', async () => {
  const owner = await bank.signedInAs()
  const donor = await newDonor(bank)
  const bloodRequest = await post(owner)
  await offered(donor, bloodRequest)
  const reporters = await newReporters(bank)
  const [first, second, third] = reporters
  for (const reporter of [first, second]) await report(reporter, bloodRequest)
  expect(await isListed(admin, bloodRequest)).toBe(true)
  await report(third, bloodRequest)
  expect(await isListed(admin, bloodRequest)).toBe(false)
  // Somebody whose page is older.
  expect((await report(await newReporter(bank), bloodRequest)).status).toBe(201)

  const own = (await owner.call(listOwnBloodRequests, { query: {} })).text
  expect(own).toContain('"hiddenAt":"')
  // Offers stand, and their contact is shown.
  expect(await receivedOffers(owner, bloodRequest)).toMatchObject([
    { status: 'offered', donor: { bloodGroup: 'O-' } },
  ])
  const mails = await bank.mailsTo(owner.user?.email ?? '')
  const about = mails.filter(({ subject }) => subject.includes('hidden'))
  expect(about.map(({ subject }) => subject)).toEqual([
    'Your request for B+ blood is hidden while admins look at it · University Blood Bank',
  ])
  const texts = [own, ...mails.map(({ subject, text, html }) => `${subject}${text}${html}`)]
  for (const { id, user } of reporters)
    for (const text of texts) {
      expect(text).not.toContain(id)
      expect(text).not.toContain(user?.email)
    }
})

test('three members who report a person, about whatever, stop their posting', async () => {
  const owner = await bank.signedInAs()
  const [rima, karim] = await newReporters(bank)
  const first = await post(owner)
  const second = await post(owner)
  for (const bloodRequest of [first, second]) await report(rima, bloodRequest)
  await report(karim, second)
  // These are three reports, but of two people.
  expect((await owner.call(postBloodRequest, { body: aBloodRequest() })).status).toBe(201)
  const donor = await newDonor(bank)
  const offer = await offered(donor, await post(owner))
  await ageAccounts(bank, donor)
  await reportSide(donor, offer)
  expect(await owner.call(postBloodRequest, { body: aBloodRequest() })).toRefuse('posting-stopped')
  // No request has three reports.
  expect(await isListed(admin, second)).toBe(true)
})

test('each side of an offer can report the other, and nobody else can', async () => {
  const [owner, donor] = [await bank.signedInAs(), await newDonor(bank)]
  const bloodRequest = await post(owner)
  const offer = await offered(donor, bloodRequest)
  const other = await newReporter(bank)
  await ageAccounts(bank, owner, donor)
  expect(await reportSide(other, offer)).toRefuse('offer-not-found')
  expect(await reportSide(admin, offer)).toRefuse('offer-not-found')
  await close(owner, bloodRequest)
  // After the request is gone, too.
  await owner.call(deleteBloodRequest, { params: { id: bloodRequest.id } })
  expect((await newestOfferOf(donor))?.bloodRequest).toBeNull()
  expect((await reportSide(donor, offer)).status).toBe(201)
  expect((await reportSide(owner, offer)).status).toBe(201)
  expect(await reportSide(owner, offer)).toRefuse('already-reported')
  for (const person of [owner, donor])
    expect(await caseAbout(admin, person)).toMatchObject({
      subject: 'person',
      reports: 1,
      bloodRequest: null,
    })
})

test('reports outlive the request and whoever made them', async () => {
  const owner = await bank.signedInAs()
  const bloodRequest = await post(owner)
  const [first, second] = await newReporters(bank)
  await report(first, bloodRequest, { text: 'He wrote from another city.' })
  await report(second, bloodRequest)
  const { id } = await caseAbout(admin, bloodRequest)
  await owner.call(deleteBloodRequest, { params: { id: bloodRequest.id } })
  await bank.db.deleteFrom('users').where('id', '=', first.id).execute()
  const waiting = (await listCases(admin)).find(one => one.id === id)
  expect(waiting).toMatchObject({
    reports: 2,
    bloodRequest: null,
    requiredBloodGroup: 'B+',
    latestText: null,
  })
  const { records } = await readReports(admin, { id })
  expect(records.map(({ reporter, text }) => [reporter?.id, text])).toEqual([
    [second.id, null],
    [undefined, null],
  ])
})
