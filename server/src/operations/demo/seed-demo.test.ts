import { readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import {
  BloodRequestStatus,
  listOwnBloodRequests,
  Urgency,
} from '@blood-bank/contract/blood-requests/endpoints'
import { BloodRequestForm } from '@blood-bank/contract/blood-requests/posting'
import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import { canGiveTo } from '@blood-bank/contract/donors/compatibility'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { DonorForm } from '@blood-bank/contract/donors/profile'
import { checkForm } from '@blood-bank/contract/forms'
import { listHalls } from '@blood-bank/contract/halls/endpoints'
import { listDonorsToCall } from '@blood-bank/contract/kept-donors/calls'
import { listContactReveals } from '@blood-bank/contract/offers/contact-reveals'
import { listOwnOffers, listReceivedOffers, OfferStatus } from '@blood-bank/contract/offers/endpoints'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { readCharts, readOverview } from '@blood-bank/contract/site/overview'
import { expect, test } from 'vitest'
import { createDemoEnvironment } from '../../testing/environments/demo.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { housekeepingJob } from '../housekeeping/housekeeping.ts'
import { drawCampus } from './campus.ts'
import { readDemoConfig } from './config.ts'
import { LOGINS } from './logins.ts'
import { seedDemo } from './seed-demo.ts'

const bank = await startTestApp()
const occupied = await startTestApp()

const count = async (table: 'users' | 'credentials' | 'donors' | 'bloodRequests') =>
  (await bank.db.selectFrom(table).selectAll().execute()).length

// Somebody has started the server before, which has run for a minute.
await housekeepingJob({
  ...bank,
  config: { ...bank.config, timeZone: 'UTC' },
  attempts: bank.attemptLimits,
  recordSecurityEvent: () => {},
  log: { warn: () => {} },
})()
const printedLines = await seedDemo(bank.db, new Date())

test.each(Object.values(LOGINS))('$email signs in with the printed password', async known => {
  const { email, password, role, emailVerified } = known
  expect(printedLines.find(line => line.includes(email))).toContain(password)
  const signedIn = await bank.stranger().call(signIn, { body: { email, password } })
  expect(signedIn.body.user).toMatchObject({ email, role, emailVerified })
})

test('the demo donor has a profile, and a blood request in each status', async () => {
  const donor = bank.stranger()
  const { email, password } = LOGINS.donor
  await donor.call(signIn, { body: { email, password } })
  expect((await donor.call(readOwnDonor)).body.donor).toMatchObject({ email })
  const own = await donor.call(listOwnBloodRequests, { query: {} })
  const statuses = own.body.records.map(({ status }) => status)
  expect(statuses).toEqual(expect.arrayContaining(['active', 'fulfilled', 'cancelled']))
})

const signedInAs = async (login: keyof typeof LOGINS) => {
  const { email, password } = LOGINS[login]
  const person = bank.stranger()
  const { body } = await person.call(signIn, { body: { email, password } })
  return { person, session: body }
}

test.each([
  ['openrequestofthedemo000000', 'I can help'],
  ['closedrequestofthedemo0000', 'from campus helped. Thank you.'],
])('the public page %s of a request of the demo donor says: %s', async (code, words) => {
  expect((await bank.stranger().send('GET', `/r/${code}`)).text).toContain(words)
})

test("the volunteer's offer stands, for a request of the demo donor, who sees the number", async () => {
  const { person: volunteer, session } = await signedInAs('volunteer')
  expect(session.isConsentDue).toBe(true)
  const [offer] = (await volunteer.call(listOwnOffers, { query: {} })).body.records
  expect(offer).toMatchObject({ status: 'offered', contact: expect.any(Object) })
  const { person: donor } = await signedInAs('donor')
  const params = { id: offer?.bloodRequest?.id ?? '' }
  const received = (await donor.call(listReceivedOffers, { params, query: {} })).body.records
  const { contactNumber } = (await volunteer.call(readOwnDonor)).body.donor ?? {}
  expect(received.find(({ status }) => status === 'offered')?.donor).toMatchObject({ contactNumber })
  const { records } = (await volunteer.call(listContactReveals, { query: { hasEnded: 'false' } })).body
  expect(records).toMatchObject([{ occasion: 'offer', bloodRequest: expect.any(Object) }])
})

test('the coordinator keeps donors of one hall, and one of them is coming for the demo donor, who sees the coordinator', async () => {
  const { person: coordinator, session } = await signedInAs('coordinator')
  const hallId = session.coordinator?.hallId
  expect((await coordinator.call(listHalls)).body.halls).toContainEqual({ id: hallId, name: 'Banyan Hall' })
  expect((await coordinator.call(readOwnDonor)).body.donor).toMatchObject({ hallId })
  const kept = await bank.db.selectFrom('keptDonors').selectAll().execute()
  const ofHall = kept.filter(donor => donor.hallId === hallId && donor.state === 'agreed')
  expect(ofHall.filter(({ keptBy }) => keptBy === session.user?.id)).toHaveLength(6)
  expect(kept.filter(({ keptBy }) => keptBy === null)).toHaveLength(2)
  expect(kept.filter(({ state }) => state === 'waiting')).toHaveLength(1)

  const { person: donor } = await signedInAs('donor')
  const own = (await donor.call(listOwnBloodRequests, { query: {} })).body.records
  const id = own.find(({ status }) => status === 'active')?.id ?? ''
  const { records } = (await coordinator.call(listDonorsToCall, { query: { bloodRequestId: id } })).body
  expect(records[0]).toMatchObject({ kind: 'kept', coming: { bloodRequestId: id } })
  expect(records.filter(({ kind, lastCall }) => kind === 'kept' && lastCall === null).length).toBeGreaterThan(
    0,
  )
  const { contactNumber } = (await coordinator.call(readOwnDonor)).body.donor ?? {}
  const { clubDonors } = (await donor.call(readAlertProgress, { params: { id } })).body
  expect(clubDonors).toEqual([{ coordinator: 'Farhana Haque', contactNumber, donors: 1 }])
})

test('the overview counts units, requests without an offer, and a disputed donation', async () => {
  const { person: admin } = await signedInAs('admin')
  const { unitsGiven, requestsWithoutOffer, disputedDonations } = (await admin.call(readOverview)).body
  expect(unitsGiven).toBeGreaterThan(5)
  expect(requestsWithoutOffer).toBeGreaterThan(0)
  expect(disputedDonations.total).toBe(1)
})

test('last month and most of the months before say how soon the first donor answered', async () => {
  const { person: admin } = await signedInAs('admin')
  const [lastMonth, ...earlier] = (await admin.call(readCharts)).body.answerTimes
  expect(lastMonth?.answered).toBeGreaterThanOrEqual(10)
  expect(lastMonth?.medianMinutes).toBeLessThan(30)
  expect(earlier.map(({ medianMinutes }) => medianMinutes)).toEqual([14, 18, null, 26, 41])
})

test('no other account has one of the printed passwords', async () => {
  const [other] = await bank.db.selectFrom('users').select('email').where('email', 'like', '%9@%').execute()
  for (const { password } of Object.values(LOGINS)) {
    const reply = await bank.stranger().call(signIn, { body: { email: other?.email ?? '', password } })
    expect(reply).toRefuse('wrong-credentials')
  }
})

test('an existing campus is not changed', async () => {
  await bank.db.deleteFrom('bloodRequests').where('status', '=', 'cancelled').execute()
  const left = await count('bloodRequests')
  expect(await seedDemo(bank.db, new Date())).toEqual(printedLines)
  expect(await count('bloodRequests')).toBe(left)
})

test('a database with other members is refused and not changed', async () => {
  await occupied.signedInAs({ email: 'rima@example.edu' })
  await expect(seedDemo(occupied.db, new Date())).rejects.toThrow('needs an empty database')
  expect(await occupied.db.selectFrom('donors').select('id').execute()).toEqual([])
})

const now = new Date('2026-03-01T09:30:00Z')

const campus = drawCampus({ now })
const donorsOf = ({ members }: typeof campus) => members.flatMap(({ donor }) => donor ?? [])
const donors = donorsOf(campus)

test('200 donors have all eight blood groups, and 60 requests every urgency in every status', () => {
  expect(donors).toHaveLength(200)
  expect(new Set(donors.map(({ form }) => form.bloodGroup))).toEqual(new Set(BLOOD_GROUPS))
  expect(campus.bloodRequests).toHaveLength(60)
  const kinds = new Set(campus.bloodRequests.map(({ form, status }) => `${form.urgency} ${status}`))
  expect(kinds.size).toBe(Urgency.options.length * BloodRequestStatus.options.length)
})

test('every donor profile is valid for the form', () => {
  for (const { form } of donors) expect(checkForm(DonorForm, form)).toEqual({ values: form })
})

test('every blood request is valid for the form', () => {
  for (const { form } of campus.bloodRequests) {
    const entered = { ...form, neededBy: form.neededBy?.toISOString().slice(0, -8) ?? null }
    const answers = { isAnotherRequest: false, isHospitalName: false }
    expect(checkForm(BloodRequestForm, entered)).toEqual({ values: { ...entered, ...answers } })
  }
})

test('offers are in every status, and keep the rules: compatible, eligible, one that stands for each donor', () => {
  const { offers } = campus
  expect(new Set(offers.map(({ status }) => status))).toEqual(new Set(OfferStatus.options))
  expect(new Set(offers.map(({ donor }) => donor.id)).size).toBe(offers.length)
  for (const { donor, bloodRequest, status, offeredAt, settledAt } of offers) {
    expect(donor.id).not.toBe(bloodRequest.owner.id)
    expect(canGiveTo(donor.donor?.form.bloodGroup ?? 'AB+', bloodRequest.form.requiredBloodGroup)).toBe(true)
    expect(offeredAt.getTime()).toBeGreaterThanOrEqual(bloodRequest.requestedAt.getTime())
    expect((settledAt ?? now).getTime()).toBeLessThanOrEqual(now.getTime())
    expect(settledAt === null).toBe(status === 'offered')
    if (status === 'offered') expect(bloodRequest.status).toBe('active')
  }
})

test('the demo has its own data folder and does not use the database, mail server or gateway of the installation', () => {
  const config = readDemoConfig(createDemoEnvironment())
  expect(config.dataDir).toMatch(/\/data-demo$/)
  expect(config.databaseUrl).toBeNull()
  expect(config.mail.smtpUrl).toBeNull()
  expect(config.textMessages?.gateway).toBe('mailbox')
})

test('the demo never runs in production, however complete its configuration', () => {
  const production = {
    NODE_ENV: 'production',
    AUTH_SECRET: 'c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IDEyMzQ1Njc4OTA',
    SMTP_URL: 'smtp://mail.example.edu',
    PUBLIC_URL: 'https://blood.example.edu',
  }
  expect(() => readDemoConfig(production)).toThrow('NODE_ENV=production')
  const { NODE_ENV: _, ...reachable } = production
  expect(() => readDemoConfig(reachable)).toThrow('Remove PUBLIC_URL')
})

test.each(['0.0.0.0', '::', '192.0.2.7'])(
  'the demo does not listen at %s, where strangers reach it',
  HOST => {
    expect(() => readDemoConfig(createDemoEnvironment({ HOST }))).toThrow('Remove HOST')
  },
)

test.each(['127.0.0.2', '::1', 'localhost'])('the demo can listen at %s', HOST => {
  expect(readDemoConfig(createDemoEnvironment({ HOST })).host).toBe(HOST)
})
