import { readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { readOnCall, setOnCall } from '@blood-bank/contract/alerts/on-call'
import { deleteBloodRequest, type Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import { HOUR_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import { listContactReveals } from '@blood-bank/contract/offers/contact-reveals'
import { endCoordinator } from '@blood-bank/contract/users/coordinators'
import { type Insertable, sql, type Updateable } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { calendarDate, startOfDate, timeOfLocal } from '../../../platform/clock/local-time.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { askedFor, giveRecord } from '../../../testing/alerts/alerts.ts'
import { startBankWithTexts } from '../../../testing/alerts/texts.ts'
import {
  close,
  erase,
  type Member,
  newDonor,
  offered,
  post,
  withdraw,
} from '../../../testing/offers/offers.ts'
import type { Person } from '../../../testing/person.ts'
import { newReporters, report } from '../../../testing/reports/reports.ts'
import { storeComing, storeCoordinator, storeDonation, storeDonor } from '../../../testing/stored.ts'
import { NO_POSTING_LIMITS } from '../../../testing/test-app.ts'
import { composeOnCallText } from './messages.ts'
import { showCoordinatorsOnCall } from './showing.ts'
import { nextMorning } from './store.ts'

const HOTLINE = '16263'
const bank = await startBankWithTexts({
  ...NO_POSTING_LIMITS,
  HOTLINE_NUMBER: HOTLINE,
  REPORTS_PER_DAY: '0',
  SMS_PER_DAY: '20',
})
/** Each test begins in the evening, when nobody is on call. */
const evening = timeOfLocal(`${calendarDate(bank.now(), 'Asia/Dhaka')}T18:00`, 'Asia/Dhaka').getTime()
const toEvening = () => bank.advance(evening - bank.now().getTime())
toEvening()
const admin = await bank.signedInAs({ role: 'admin' })
beforeEach(async () => {
  await bank.db.deleteFrom('coordinatorsOnCall').execute()
  for (const table of ['offers', 'bloodRequests'] as const) await bank.db.deleteFrom(table).execute()
  await bank.db.deleteFrom('textDays').execute()
  await sql`delete from graphile_worker._private_jobs`.execute(bank.db)
  bank.sent.length = 0
  toEvening()
})

const look = () => showCoordinatorsOnCall(bank.db, { now: bank.now(), site: bank.config })
const progressOf = async (person: Person, id: string) =>
  (await person.call(readAlertProgress, { params: { id } })).body
const seenBy = async (owner: Person, id: string) => (await progressOf(owner, id)).onCall?.name ?? null
const ledger = (id: string) =>
  sql<{ event: string; ownerId: string; viewerId: string }>`
    select event, owner_id, viewer_id from contact_reveals
     where occasion = 'club-contact' and blood_request_id = ${id} order by occurred_at, event`.execute(
    bank.db,
  )
const toOwnersOf = async (table: string) =>
  (
    await sql<{ personId: string }>`select person_id from live_changes where table_name = ${table}`.execute(
      bank.db,
    )
  ).rows
const subjectsTo = async ({ user }: Person) =>
  (await bank.mailsTo(user?.email ?? ''))
    .map(({ subject }) => subject)
    .filter(subject => subject.startsWith('On call'))

async function coordinator(fullName: string): Promise<Member> {
  const member = await newDonor(bank, { fullName })
  await storeCoordinator(bank.db, member.id)
  return member
}

const phoneOf = ({ id }: Member) => `+8801${id.replace(/\D/g, '').slice(-9).padStart(9, '0')}`
/** Has a number to which alerts are texted. */
const confirmNumber = (member: Member, more: Partial<Insertable<Schema['textNumbers']>> = {}) =>
  bank.db
    .insertInto('textNumbers')
    .values({
      userId: member.id,
      phone: phoneOf(member),
      confirmedAt: bank.now(),
      codeHash: null,
      codeSentAt: null,
      ...more,
    })
    .execute()

/** A coordinator who is on call, later than those before. */
async function onCall(fullName: string): Promise<Member> {
  const member = await coordinator(fullName)
  bank.advance(1)
  expect((await member.call(setOnCall, { body: { isOnCall: true } })).status).toBe(200)
  return member
}

const update = (id: string, row: Updateable<Schema['bloodRequests']>) =>
  bank.db.updateTable('bloodRequests').set(row).where('id', '=', id).execute()

/** An urgent request that has waited for 16 minutes. */
async function waiting({ urgency = 'urgent' as Urgency, minutes = 16, owner = null as Member | null } = {}) {
  const poster = owner ?? (await bank.signedInAs())
  const { id } = await post(poster, { urgency })
  await update(id, { requestedAt: bank.now() })
  bank.advance(minutes * MINUTE_MS)
  return { owner: poster, id }
}

test.each([
  ['in the evening', 'Asia/Dhaka', '2026-11-29T15:00Z', '2026-11-30T02:00Z'],
  ['after midnight', 'Asia/Dhaka', '2026-11-29T19:00Z', '2026-11-30T02:00Z'],
  ['at 8', 'Asia/Dhaka', '2026-11-30T02:00Z', '2026-12-01T02:00Z'],
  ['before summer time begins', 'Europe/Berlin', '2026-03-28T21:00Z', '2026-03-29T06:00Z'],
  ['before summer time ends', 'Europe/Berlin', '2026-10-24T20:00Z', '2026-10-25T07:00Z'],
])('who switches it on %s in %s is on call until 8 in the morning', (_, timeZone, from, until) => {
  expect(nextMorning(new Date(from), timeZone)).toEqual(new Date(until))
})

test('the switch says until when, and which name and number owners see; it needs a number that can be called', async () => {
  const rima = await coordinator('Rima Khan')
  const morning =
    startOfDate(addDays(calendarDate(bank.now(), 'Asia/Dhaka'), 1), 'Asia/Dhaka').getTime() + 8 * HOUR_MS
  const wouldEndAt = new Date(morning).toISOString()
  const off = { until: null, wouldEndAt, name: 'Rima Khan', contactNumber: '01755-512121' }
  expect((await rima.call(readOnCall)).body).toEqual(off)
  const on = await rima.call(setOnCall, { body: { isOnCall: true, contactNumber: '01811 000111' } })
  expect(on.body).toEqual({ ...off, until: wouldEndAt, contactNumber: '01811-000111' })
  expect((await rima.call(readOnCall)).body).toEqual(on.body)
  expect((await rima.call(setOnCall, { body: { isOnCall: false } })).body).toEqual(off)

  const without = await bank.signedInAs()
  expect(await without.call(setOnCall, { body: { isOnCall: true } })).toRefuse('coordinators-only')
  await storeCoordinator(bank.db, without.id, { endsAt: new Date(bank.now().getTime() + HOUR_MS) })
  await storeDonor(bank.db, { userId: without.id, contactNumber: '12345' })
  const asked = await without.call(setOnCall, { body: { isOnCall: true } })
  expect(asked.error).toMatchObject({
    code: 'on-call-number-needed',
    fields: { contactNumber: asked.error?.message },
  })
  const wrong = await without.call(setOnCall, { body: { isOnCall: true, contactNumber: '12345' } })
  expect(wrong.error).toMatchObject({
    code: 'number-not-callable',
    fields: { contactNumber: wrong.error?.message },
  })
  const shorter = await without.call(setOnCall, { body: { isOnCall: true, contactNumber: '01811000111' } })
  // The right ends first.
  expect(Date.parse(shorter.body.until ?? '') - bank.now().getTime()).toBeLessThanOrEqual(HOUR_MS)
  const ofAdmin = { isOnCall: true, contactNumber: '01811000111' }
  expect((await admin.call(setOnCall, { body: ofAdmin })).body.until).toBe(wouldEndAt)
})

test('owners see those on call in turn, and the same as long as they are on call; the hotline where nobody is', async () => {
  const first = await waiting()
  await look()
  expect(await progressOf(first.owner, first.id)).toMatchObject({ onCall: null, hotlineNumber: HOTLINE })
  const rima = await onCall('Rima Khan')
  const nadia = await onCall('Nadia Islam')
  await look()
  expect(await progressOf(first.owner, first.id)).toMatchObject({
    onCall: { name: 'Rima Khan', contactNumber: '01755-512121' },
    hotlineNumber: null,
  })
  const second = await waiting()
  // Those of one look, too.
  const others = [await waiting(), await waiting(), await waiting(), await waiting()]
  for (const _ of ['once', 'again']) {
    await look()
    const seen = [first, second, ...others].map(({ owner, id }) => seenBy(owner, id))
    const inTurn = ['Rima Khan', 'Nadia Islam']
    expect(await Promise.all(seen)).toEqual([...inTurn, ...inTurn, ...inTurn])
  }
  await nadia.call(setOnCall, { body: { isOnCall: false } })
  // The next one comes within a second.
  expect(await progressOf(second.owner, second.id)).toMatchObject({ onCall: null, hotlineNumber: null })
  await look()
  expect(await seenBy(second.owner, second.id)).toBe('Rima Khan')
  await rima.call(setOnCall, { body: { isOnCall: false } })
  expect(await progressOf(second.owner, second.id)).toMatchObject({ onCall: null, hotlineNumber: HOTLINE })
  // The turns go on the next evening.
  for (const coordinator of [rima, nadia]) await coordinator.call(setOnCall, { body: { isOnCall: true } })
  const fourth = await waiting()
  await look()
  expect(await seenBy(fourth.owner, fourth.id)).toBe('Nadia Islam')
})

test('nobody but the owner reads who is on call, and the coordinator reads who sees the number', async () => {
  const rima = await onCall('Rima Khan')
  const { owner, id } = await waiting()
  await look()
  expect(await seenBy(owner, id)).toBe('Rima Khan')
  expect(await progressOf(admin, id)).toMatchObject({ onCall: null, hotlineNumber: null })
  for (const other of [rima, await bank.signedInAs()])
    expect(await other.call(readAlertProgress, { params: { id } })).toRefuse('not-yours')
  const { records } = (await rima.call(listContactReveals, { query: {} })).body
  expect(records).toMatchObject([
    { occasion: 'club-contact', endedAt: null, bloodRequest: expect.any(Object) },
  ])
  expect((await ledger(id)).rows).toEqual([{ event: 'began', ownerId: rima.id, viewerId: owner.id }])
})

test('an urgent request waits for 15 minutes, in which the hotline is not shown, and so it does when two have reported it', async () => {
  const rima = await onCall('Rima Khan')
  const { owner, id } = await waiting({ minutes: 15 - 1 / 60 })
  for (const reporter of (await newReporters(bank)).slice(1)) await report(reporter, { id })
  await look()
  expect([await seenBy(owner, id), await subjectsTo(rima)]).toEqual([null, []])
  bank.advance(1_000)
  expect(await progressOf(owner, id)).toMatchObject({ onCall: null, hotlineNumber: null })
  await look()
  expect([await seenBy(owner, id), (await subjectsTo(rima)).length]).toEqual(['Rima Khan', 1])
})

test.each<[string, (found: { owner: Member; id: string }) => unknown, object?]>([
  ['that is not urgent', () => {}, { urgency: 'moderate' }],
  ['for which somebody has offered', async found => offered(await newDonor(bank), found)],
  ['for which a donor of the club comes', ({ id }) => storeComing(bank.db, id, admin.id, bank.now())],
  [
    'for which a donor of the club gave',
    async ({ id }) => {
      await storeComing(bank.db, id, admin.id, bank.now())
      await bank.db
        .updateTable('donorCalls')
        .set({ contactNumber: null, outcome: 'gave', endedAt: bank.now() })
        .execute()
    },
  ],
  [
    'for which enough was given',
    ({ id }) => storeDonation(bank.db, { bloodRequestId: id, donatedOn: calendarDate(bank.now(), 'UTC') }),
  ],
  [
    'that three members have reported',
    async found => {
      for (const reporter of await newReporters(bank)) await report(reporter, found)
    },
  ],
  [
    'whose owner is asked whether blood is still needed',
    ({ id }) => update(id, { neededBy: bank.now(), unconfirmedSince: bank.now() }),
  ],
  [
    'whose owner has said for the last time that blood is needed a day ago',
    ({ id }) => update(id, { confirmedAt: new Date(bank.now().getTime() - 24 * HOUR_MS) }),
  ],
])('for a request %s nobody on call is shown or told', async (_, change, made = {}) => {
  const rima = await onCall('Rima Khan')
  const found = await waiting(made)
  await change(found)
  await look()
  expect(await seenBy(found.owner, found.id)).toBeNull()
  expect(await subjectsTo(rima)).toEqual([])
})

test('a coordinator is not shown or told of a request of their own', async () => {
  const rima = await onCall('Rima Khan')
  const { id } = await waiting({ owner: rima })
  await look()
  expect(await progressOf(rima, id)).toMatchObject({ onCall: null, hotlineNumber: HOTLINE })
  expect(await subjectsTo(rima)).toEqual([])
})

const updateUser = ({ id }: Member, row: Updateable<Schema['users']>) =>
  bank.db.updateTable('users').set(row).where('id', '=', id).execute()

type Shown = { rima: Member; owner: Member; id: string }

const ENDS: [string, (shown: Shown) => unknown][] = [
  ['the switch is off', ({ rima }) => rima.call(setOnCall, { body: { isOnCall: false } })],
  ['it is 8 in the morning', () => bank.advance(14 * HOUR_MS)],
  ['an admin ends the right', ({ rima }) => admin.call(endCoordinator, { params: { id: rima.id } })],
  [
    'the last day of the right is over',
    ({ rima }) =>
      bank.db.updateTable('coordinators').set({ endsAt: bank.now() }).where('userId', '=', rima.id).execute(),
  ],
  ['the person is suspended', ({ rima }) => updateUser(rima, { suspendedAt: bank.now() })],
  ['the email is not verified any more', ({ rima }) => updateUser(rima, { emailVerified: false })],
  ['the role changes', ({ rima }) => updateUser(rima, { role: 'admin' })],
  ['the account is erased', ({ rima }) => erase(rima)],
  ['the request is closed', ({ owner, id }) => close(owner, { id })],
  ['the request is deleted', ({ owner, id }) => owner.call(deleteBloodRequest, { params: { id } })],
  ['the owner erases the account', ({ owner }) => erase(owner)],
  [
    'three members report the request',
    async ({ id }) => {
      for (const reporter of await newReporters(bank)) await report(reporter, { id })
    },
  ],
]

test.each(ENDS)(
  'when %s, the owner sees nobody, the ledger says so, open pages hear of it, and what waits for the coordinator is not sent',
  async (_, end) => {
    const rima = await onCall('Rima Khan')
    await confirmNumber(rima)
    const { subscription } = await bank.addDevice(rima)
    const { owner, id } = await waiting()
    await look()
    expect(await seenBy(owner, id)).toBe('Rima Khan')
    await sql`truncate live_changes`.execute(bank.owner)
    await end({ rima, owner, id })
    const reply = await owner.call(readAlertProgress, { params: { id } })
    expect(reply.body?.onCall ?? null).toBeNull()
    await look()
    const { rows } = await ledger(id)
    expect(rows.map(({ event }) => event)).toEqual(['began', 'ended'])
    if (reply.status === 200)
      expect(await toOwnersOf('on_call_alerts')).toContainEqual({ personId: owner.id })
    expect(
      await bank.db.selectFrom('onCallAlerts').selectAll().where('revealId', 'is not', null).execute(),
    ).toEqual([])
    await Promise.all([bank.sendTexts(), bank.sendPushes()])
    expect([bank.sent, bank.service.receivedBy(subscription), await subjectsTo(rima)]).toEqual([[], [], []])
  },
)

test('those on call are alerted once for each request, by email, on their devices and by text, at night, too, and in no count of a donor', async () => {
  const [rima, nadia] = [await onCall('Rima Khan'), await onCall('Nadia Islam')]
  const { subscription } = await bank.addDevice(rima)
  await confirmNumber(rima)
  // Who is on call has said so, whether or not they give blood.
  await bank.db.updateTable('donors').set({ isProfileActive: false }).where('userId', '=', rima.id).execute()
  bank.advance(5 * HOUR_MS)
  const { id } = await waiting()
  await Promise.all([look(), look(), look()])
  await look()
  for (const person of [rima, nadia])
    expect(await subjectsTo(person)).toEqual(['On call: B+ needed urgently (1 unit)'])
  await bank.sendPushes()
  expect(bank.service.receivedBy(subscription).map(({ text }) => JSON.parse(text))).toEqual([
    {
      kind: 'on-call',
      title: 'On call: B+ needed urgently',
      body: '1 unit. Nobody has offered to come. Please call donors.',
      token: null,
      bloodRequestId: id,
      topic: expect.any(String),
    },
  ])
  await bank.sendTexts()
  const url = `${bank.config.publicUrl}/call-donors?request=${id}`
  const message = `On call: B+ needed urgently, nobody has offered to come. Please call donors: ${url}`
  expect(bank.sent).toEqual([{ phone: phoneOf(rima), message }])
  const site = { ...bank.config, publicUrl: `https://${'b'.repeat(50)}.example.edu` }
  const waits = { bloodRequestId: id, userId: rima.id }
  expect(await composeOnCallText(bank.db, waits, { now: bank.now(), site })).toMatchObject({
    message: `On call: B+ needed urgently: ${site.publicUrl}/call-donors?request=${id}`,
  })
  expect((await ledger(id)).rows).toHaveLength(1)
  expect(await askedFor(bank, { id })).toEqual([])
  const late = await onCall('Karim Uddin')
  await look()
  expect(await subjectsTo(late)).toHaveLength(1)
  await waiting()
  await look()
  expect(await subjectsTo(late)).toHaveLength(2)
})

test('an alert on call is not sent when somebody has offered meanwhile, nor to who is off call', async () => {
  const [rima, nadia] = [await onCall('Rima Khan'), await onCall('Nadia Islam')]
  const request = await waiting()
  await look()
  await nadia.call(setOnCall, { body: { isOnCall: false } })
  const donor = await newDonor(bank)
  const offer = await offered(donor, request)
  expect([await subjectsTo(rima), await subjectsTo(nadia)]).toEqual([[], []])
  // The same coordinator is shown again when it is withdrawn, and told nothing again.
  expect(await seenBy(request.owner, request.id)).toBeNull()
  await withdraw(donor, offer)
  expect(await seenBy(request.owner, request.id)).toBe('Rima Khan')
})

test('nobody on call is texted at a number that is not confirmed or abroad, nor beyond the day', async () => {
  const people = await Promise.all(['Rima', 'Nadia', 'Karim', 'Salma'].map(coordinator))
  const numbers = [{ confirmedAt: null }, { phone: '+447911123456' }, {}, {}]
  for (const [nth, more] of numbers.entries()) await confirmNumber(people[nth] as Member, more)
  for (const person of people) await person.call(setOnCall, { body: { isOnCall: true } })
  // Of people without a record, half of a day's texts.
  const day = calendarDate(bank.now(), bank.config.timeZone)
  await bank.db.insertInto('textDays').values({ day, texts: 9, newcomerTexts: 9 }).execute()
  const { owner } = await waiting()
  await look()
  expect(await bank.textJobs()).toHaveLength(1)
  await giveRecord(bank, owner.id)
  await waiting({ owner })
  await look()
  expect(await bank.textJobs()).toHaveLength(3)
  const { texts } = await bank.db.selectFrom('textDays').select('texts').executeTakeFirstOrThrow()
  expect(texts).toBe(12)
})
