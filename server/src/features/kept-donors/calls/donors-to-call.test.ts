import { BLOOD_GROUPS, type BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { COMPONENTS } from '@blood-bank/contract/donors/components'
import { addDays, DAYS_BETWEEN_COMPONENTS, restOf } from '@blood-bank/contract/donors/eligibility'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import * as calls from '@blood-bank/contract/kept-donors/calls'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { siteDate } from '../../../testing/offers/offers.ts'
import type { Person } from '../../../testing/person.ts'
import { storeBloodRequest, storeCoordinator, storeDonor, storeKeptDonor } from '../../../testing/stored.ts'
import { startTestApp } from '../../../testing/test-app.ts'

const bank = await startTestApp({ CALLS_PER_ACCOUNT: '0', CALLS_PER_ADDRESS: '0' })
const { db } = bank

const storeHall = (name: string) =>
  db.insertInto('halls').values({ name }).returning('id').executeTakeFirstOrThrow()
const [north, south] = [await storeHall('North Hall'), await storeHall('South Hall')]

async function aCoordinator(hallId: string | null = null, email?: string) {
  const person = await bank.signedInAs(email ? { email } : {})
  await storeCoordinator(db, person.id, { hallId })
  return person
}
const coordinator = await aCoordinator(null, 'nadia@example.edu')
const ofNorth = await aCoordinator(north.id)
const admin = await bank.signedInAs({ role: 'admin' })

type Query = Parameters<typeof coordinator.call<typeof calls.listDonorsToCall>>[1]['query']
const list = async (query: Query, by: Person = coordinator) =>
  (await by.call(calls.listDonorsToCall, { query })).body.records
const namesOf = async (query: Query, by?: Person) => (await list(query, by)).map(({ fullName }) => fullName)

/** Lets nobody be listed for a group whom an earlier test has stored. */
async function empty(bloodGroup: BloodGroup) {
  await db.deleteFrom('keptDonors').where('bloodGroup', '=', bloodGroup).execute()
  await db.updateTable('donors').set({ isAvailable: false }).where('bloodGroup', '=', bloodGroup).execute()
}

test('a coordinator of a hall sees the kept donors of that hall, one of all halls and an admin those of all', async () => {
  await empty('B-')
  await storeKeptDonor(db, { fullName: 'Of North', hallId: north.id })
  await storeKeptDonor(db, { fullName: 'Of South', hallId: south.id })
  await storeKeptDonor(db, { fullName: 'Of none' })
  const query = { bloodGroup: 'B-' } as const
  expect(await namesOf(query, ofNorth)).toEqual(['Of North'])
  for (const person of [coordinator, admin])
    expect((await namesOf(query, person)).sort()).toEqual(['Of North', 'Of South', 'Of none'])
  expect(await namesOf({ ...query, hallId: south.id })).toEqual(['Of South'])
  expect(await namesOf({ ...query, hallId: south.id }, ofNorth)).toEqual([])
})

test('who did not agree, shows no number or is not available is not listed', async () => {
  await empty('B-')
  const kept = [
    [
      'invited',
      {
        state: 'invited',
        consentKind: null,
        consentedAt: null,
        email: 'invited@example.edu',
        universityId: '1',
        universityRole: 'student',
        department: 'CSE',
      },
    ],
    ['waiting', { state: 'waiting', consentKind: null, consentedAt: null }],
    ['agreed', {}],
  ] as const
  for (const [fullName, more] of kept) await storeKeptDonor(db, { fullName, ...more })
  const registered = [
    ['shows no number', { allowContactVisibility: false }],
    ['is not available', { isAvailable: false }],
    ['is inactive', { isProfileActive: false }],
    ['registered', {}],
  ] as const
  for (const [fullName, more] of registered)
    await storeDonor(db, {
      fullName,
      bloodGroup: 'B-',
      allowContactVisibility: true,
      isAvailable: true,
      ...more,
    })
  expect((await namesOf({ bloodGroup: 'B-' })).sort()).toEqual(['agreed', 'registered'])
})

test('for a request everybody who can give for it is listed, the group of the patient first, and nobody when it is closed', async () => {
  for (const group of ['A-', 'O-', 'AB-'] as const) {
    await empty(group)
    await storeKeptDonor(db, { fullName: group, bloodGroup: group })
  }
  const { id } = await storeBloodRequest(db, { requiredBloodGroup: 'A-' })
  expect(await namesOf({ bloodRequestId: id })).toEqual(['A-', 'O-'])
  expect(await namesOf({ bloodRequestId: id, bloodGroup: 'O-' })).toEqual(['O-'])
  await db.updateTable('bloodRequests').set({ status: 'fulfilled' }).where('id', '=', id).execute()
  const closed = await coordinator.call(calls.listDonorsToCall, { query: { bloodRequestId: id } })
  expect(closed).toRefuse('blood-request-not-found')
})

test('of kept and registered donors the same ones can give blood, or platelets, as anywhere else', async () => {
  for (const group of ['B-', 'O-'] as const) await empty(group)
  const { intervals } = bank.config
  const today = siteDate()
  const ago = (days: number) => addDays(today, -days)
  const lasts = [intervals.intervalDays, DAYS_BETWEEN_COMPONENTS].flatMap(days => [ago(days), ago(days - 1)])
  const platelets = [intervals.plateletIntervalDays, DAYS_BETWEEN_COMPONENTS].flatMap(days => [
    ago(days),
    ago(days - 1),
  ])
  const donors = [null, ...lasts].flatMap(lastDonationDate =>
    [null, ...platelets].flatMap(recordedPlateletsDate =>
      [null, today, addDays(today, 1)].map(restsUntil => ({
        lastDonationDate,
        recordedPlateletsDate,
        restsUntil,
        fullName: [lastDonationDate, recordedPlateletsDate, restsUntil].join(),
      })),
    ),
  )
  const shown = { bloodGroup: 'B-', allowContactVisibility: true } as const
  for (const donor of donors) {
    await storeKeptDonor(db, donor)
    await storeDonor(db, { ...shown, ...donor })
  }
  for (const component of COMPONENTS) {
    const { id } = await storeBloodRequest(db, { requiredBloodGroup: 'B-', component })
    const able = donors.filter(
      donor =>
        restOf(
          component,
          { ...donor, latestDonationDate: donor.lastDonationDate },
          { ...intervals, today },
        ) === null,
    )
    const names = able.flatMap(({ fullName }) => [fullName, fullName])
    expect((await namesOf({ bloodRequestId: id })).sort()).toEqual(names.sort())
    if (component === 'blood') expect((await namesOf({ bloodGroup: 'B-' })).sort()).toEqual(names)
  }
})

test('the donors of each group can be listed alone, and nobody is called for their own request', async () => {
  for (const bloodGroup of BLOOD_GROUPS) {
    await empty(bloodGroup)
    await storeKeptDonor(db, { fullName: bloodGroup, bloodGroup })
  }
  const own = await storeDonor(db, { fullName: 'owner', bloodGroup: 'A+', allowContactVisibility: true })
  for (const bloodGroup of BLOOD_GROUPS)
    expect(await namesOf({ bloodGroup })).toEqual([bloodGroup, ...(bloodGroup === 'A+' ? ['owner'] : [])])
  const { id: bloodRequestId } = await storeBloodRequest(db, { requiredBloodGroup: 'A+', userId: own.userId })
  expect(await namesOf({ bloodRequestId })).toEqual(['A+', 'A-', 'O+', 'O-'])
  const params = { kind: 'registered', id: own.id } as const
  expect(await coordinator.call(calls.callDonor, { params, body: { bloodRequestId } })).toRefuse(
    'donor-not-callable',
  )
  expect((await coordinator.call(calls.callDonor, { params, body: {} })).status).toBe(201)
})

test('where the group of the patient fills the list, others are in it who are coming, and before those who were called today', async () => {
  for (const group of ['A-', 'O-'] as const) await empty(group)
  const { id: bloodRequestId } = await storeBloodRequest(db, { requiredBloodGroup: 'A-' })
  const own = Array.from({ length: calls.MAX_DONORS_TO_CALL }, (_, at) => `A- ${at}`)
  for (const fullName of own) await storeKeptDonor(db, { fullName, bloodGroup: 'A-' })
  const [other, coming] = [
    await storeKeptDonor(db, { fullName: 'O-', bloodGroup: 'O-' }),
    await storeKeptDonor(db, { fullName: 'O- is coming', bloodGroup: 'O-' }),
  ]
  expect((await namesOf({ bloodRequestId })).toSorted()).toEqual(own.toSorted())
  const call = { callerId: coordinator.id, bloodRequestId, calledAt: bank.now() }
  const noted = { result: 'coming', notedAt: bank.now() } as const
  await db
    .insertInto('donorCalls')
    .values({ ...call, ...noted, keptDonorId: coming.id })
    .execute()
  const listed = await namesOf({ bloodRequestId })
  expect(listed[0]).toBe(coming.fullName)
  expect(listed).not.toContain(other.fullName)
  await sql`insert into donor_calls (kept_donor_id, caller_id, called_at, result, noted_at)
    select id, ${coordinator.id}, ${bank.now()}, 'no-answer', ${bank.now()} from kept_donors where blood_group = 'A-' order by id limit 2`.execute(
    db,
  )
  expect((await namesOf({ bloodRequestId })).at(-1)).toBe(other.fullName)
  // Of whose call it is not said what came of it.
  await coordinator.call(calls.callDonor, { params: { kind: 'kept', id: other.id }, body: {} })
  await db.deleteFrom('donorCalls').where('keptDonorId', '!=', other.id).execute()
  expect((await namesOf({ bloodRequestId }))[0]).toBe(other.fullName)
})

test('batches are those of the reader, and filter kept donors', async () => {
  await empty('B-')
  await storeKeptDonor(db, { fullName: 'Senior', batch: '2019', hallId: north.id })
  await storeKeptDonor(db, { fullName: 'Junior', batch: '2023', hallId: south.id })
  await storeDonor(db, { bloodGroup: 'B-', allowContactVisibility: true, isAvailable: true })
  expect(await namesOf({ bloodGroup: 'B-', batch: '2019' })).toEqual(['Senior'])
  const batchesOf = async (person: Person) =>
    (await person.call(calls.listDonorsToCall, { query: {} })).body.batches
  expect([await batchesOf(coordinator), await batchesOf(ofNorth)]).toEqual([['2019', '2023'], ['2019']])
})

test("one's own call without a result comes first, then those whom nobody called today, of these whoever was not called for the longest time", async () => {
  await empty('B-')
  const calledBefore = async (
    fullName: string,
    ago: number,
    result: calls.CallResult | null = 'no-answer',
    callerId = coordinator.id,
  ) => {
    const { id } = await storeKeptDonor(db, { fullName })
    const calledAt = new Date(bank.now().getTime() - ago)
    const notedAt = result && calledAt
    await db
      .insertInto('donorCalls')
      .values({ keptDonorId: id, callerId, bloodRequestId: null, calledAt, result, notedAt })
      .execute()
    return id
  }
  await calledBefore('by me', 0, null)
  await calledBefore('by another', 0, null, ofNorth.id)
  await calledBefore('a week ago', 7 * DAY_MS)
  await storeKeptDonor(db, { fullName: 'never' })
  await calledBefore('three days ago', 3 * DAY_MS, 'not-today')
  await calledBefore('not today', 0, 'not-today')
  await calledBefore('wrong number', 20 * DAY_MS, 'wrong-number')
  await calledBefore('not again', 0, 'not-again')
  await calledBefore('long ago, by me', 12.5 * HOUR_MS, null)
  expect(await namesOf({ bloodGroup: 'B-' })).toEqual([
    'by me',
    'never',
    'a week ago',
    'three days ago',
    'long ago, by me',
    'by another',
  ])
  expect(await namesOf({ bloodGroup: 'B-', hasWrongNumber: 'true' })).toEqual(['wrong number'])
})

test('a card tells who keeps a donor, who called last, and whether a profile has the number, and no number', async () => {
  await empty('B-')
  const keeper = await aCoordinator(null, 'keeper@example.edu')
  await storeDonor(db, { userId: keeper.id, fullName: 'Rafi Ahmed', bloodGroup: 'AB+' })
  const kept = await storeKeptDonor(db, { keptBy: keeper.id, askFor: 'Karim', batch: '2021' })
  await storeDonor(db, { contactNumber: kept.contactNumber, bloodGroup: 'AB+', isAvailable: false })
  const { body } = await coordinator.call(calls.callDonor, {
    params: { kind: 'kept', id: kept.id },
    body: {},
  })
  const [card] = await list({ bloodGroup: 'B-' }, admin)
  expect(card).toEqual({
    id: kept.id,
    kind: 'kept',
    fullName: 'Hasan Mia',
    bloodGroup: 'B-',
    hallId: null,
    batch: '2021',
    department: null,
    keptBy: 'Rafi Ahmed',
    askFor: 'Karim',
    mayHaveRegistered: true,
    lastCall: {
      id: body.callId,
      by: 'nadia',
      isMine: false,
      calledAt: expect.any(String),
      result: null,
      notedAt: null,
    },
    coming: null,
  })
  expect((await list({ bloodGroup: 'B-' }))[0]?.lastCall?.isMine).toBe(true)
  await db.deleteFrom('users').where('id', '=', keeper.id).execute()
  expect((await list({ bloodGroup: 'B-' }))[0]?.keptBy).toBe(null)
})

test('whoever is coming stands first and with nobody else, and for a day after it ended until somebody says what became of it', async () => {
  await empty('AB-')
  const bloodRequest = await storeBloodRequest(db, { requiredBloodGroup: 'AB-' })
  const other = await storeBloodRequest(db, { requiredBloodGroup: 'AB-' })
  await storeKeptDonor(db, { fullName: 'free', bloodGroup: 'AB-' })
  const kept = await storeKeptDonor(db, { fullName: 'coming', bloodGroup: 'AB-' })
  const call = await db
    .insertInto('donorCalls')
    .values({
      keptDonorId: kept.id,
      callerId: coordinator.id,
      bloodRequestId: bloodRequest.id,
      calledAt: bank.now(),
      result: 'coming',
      notedAt: bank.now(),
      contactNumber: '+8801712345678',
      revealId: '00000000-0000-7000-8000-000000000001',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const comings = async (query: Query) =>
    (await list(query))
      .filter(({ bloodGroup }) => bloodGroup === 'AB-')
      .map(({ fullName, coming }) => [fullName, coming?.hasEnded])
  const expected = [
    ['coming', false],
    ['free', undefined],
  ]
  expect(await comings({ bloodRequestId: bloodRequest.id })).toEqual(expected)
  expect(await comings({ bloodGroup: 'AB-' })).toEqual(expected)
  expect(await comings({ bloodRequestId: other.id })).toEqual([['free', undefined]])
  expect(await comings({ bloodGroup: 'AB+' })).toEqual([])
  bank.advance(calls.COMING_HOURS * HOUR_MS + MINUTE_MS)
  expect(await comings({ bloodRequestId: other.id })).toEqual([
    ['coming', true],
    ['free', undefined],
  ])
  await db
    .updateTable('donorCalls')
    .set({ endedAt: bank.now(), contactNumber: null })
    .where('id', '=', call.id)
    .execute()
  bank.advance(DAY_MS - MINUTE_MS)
  expect(await comings({ bloodRequestId: other.id })).toEqual([
    ['coming', true],
    ['free', undefined],
  ])
  bank.advance(2 * MINUTE_MS)
  expect(await comings({ bloodRequestId: other.id })).toEqual([
    ['free', undefined],
    ['coming', undefined],
  ])
  await coordinator.call(calls.callDonor, { params: { kind: 'kept', id: kept.id }, body: {} })
  await db
    .updateTable('donorCalls')
    .set({ result: 'not-again', notedAt: bank.now() })
    .where('result', 'is', null)
    .where('keptDonorId', '=', kept.id)
    .execute()
  expect(await comings({ bloodRequestId: other.id })).toEqual([['free', undefined]])
  bank.advance(-(2 * DAY_MS + 2 * MINUTE_MS))
})
