import { registerDonor } from '@blood-bank/contract/donors/profile'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { REFUSALS } from '@blood-bank/contract/errors'
import { callDonor, NUMBERS_CALLED_PER_DAY } from '@blood-bank/contract/kept-donors/calls'
import {
  addKeptDonor,
  correctKeptDonor,
  type KeptDonorForm,
  readKeptDonor,
  stopKeptDonor,
} from '@blood-bank/contract/kept-donors/kept-donor'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aDonor } from '../../testing/person.ts'
import { storeCoordinator, storeDonor, storeKeptDonor } from '../../testing/stored.ts'
import { AUTH_SECRET, startTestApp } from '../../testing/test-app.ts'
import { createOptOuts } from './opt-outs.ts'

const bank = await startTestApp({ CALLS_PER_ACCOUNT: '0', CALLS_PER_ADDRESS: '0' })
const { db } = bank

const storeHall = (name: string) =>
  db.insertInto('halls').values({ name }).returning('id').executeTakeFirstOrThrow()
const north = await storeHall('North Hall')
const south = await storeHall('South Hall')

async function aCoordinator(hallId: string | null = null) {
  const person = await bank.signedInAs()
  await storeCoordinator(db, person.id, { hallId })
  return person
}
const coordinator = await aCoordinator()
const ofNorth = await aCoordinator(north.id)
const admin = await bank.signedInAs({ role: 'admin' })

let numbers = 0
function aNumber() {
  numbers += 1
  return `01712${String(numbers).padStart(6, '0')}`
}

const aForm = (more: Partial<KeptDonorForm> = {}) => ({
  fullName: 'Hasan Mia',
  contactNumber: aNumber(),
  bloodGroup: 'B-' as const,
  consentKind: 'said' as const,
  ...more,
})

const add = (more: Partial<KeptDonorForm> = {}, by = coordinator) =>
  by.call(addKeptDonor, { body: aForm(more) })
const rowOf = (contactNumber: string) =>
  db
    .selectFrom('keptDonors')
    .selectAll()
    .where('contactNumber', '=', `+88${contactNumber}`)
    .executeTakeFirst()
const auditOf = async (id: string) =>
  (await db.selectFrom('auditEntries').selectAll().where('targetId', '=', id).execute()).map(
    ({ action, before, after }) => ({ action, before, after }),
  )

test('a donor who agreed on paper or by saying so is kept with the time, and can be read without the number', async () => {
  const contactNumber = aNumber()
  const body = aForm({
    contactNumber,
    hallId: north.id,
    batch: '2019',
    department: 'Canteen',
    askFor: 'Hasan',
  })
  expect((await coordinator.call(addKeptDonor, { body })).status).toBe(201)
  const row = await rowOf(contactNumber)
  expect(row).toMatchObject({ state: 'agreed', consentKind: 'said', keptBy: coordinator.id, email: null })
  const expiresAt = new Date(bank.now())
  expiresAt.setUTCMonth(expiresAt.getUTCMonth() + RETENTION.keptDonorMonths)
  expect(Math.abs(Number(row?.expiresAt) - expiresAt.getTime())).toBeLessThan(MINUTE_MS)
  const id = row?.id ?? ''
  const reply = await ofNorth.call(readKeptDonor, { params: { id } })
  expect(reply.body).toMatchObject({
    fullName: 'Hasan Mia',
    hallId: north.id,
    batch: '2019',
    askFor: 'Hasan',
  })
  expect(JSON.stringify(reply.body)).not.toContain(contactNumber.slice(1))
  expect(await auditOf(id)).toEqual([{ action: 'kept-donor-added', before: null, after: null }])
})

test('without a gateway for text messages nobody can be asked to agree by text', async () => {
  expect(await add({ consentKind: 'text' })).toRefuse('texts-not-set-up')
})

const OTHERS = '00000000-0000-4000-8000-000000000001'
const NO_NUMBER = 'Contact Number must be a phone number of 5 to 20 digits.'
const NOT_CALLABLE = REFUSALS['number-not-callable'].message
test.each<Partial<Record<keyof KeptDonorForm, [typed: string, message: string]>>>([
  ...['12345', '01712-345678 ext. 3', '0171234567', '+880171234', '+8801212345678', '(+880) 171'].map(
    (typed): { contactNumber: [string, string] } => ({ contactNumber: [typed, NOT_CALLABLE] }),
  ),
  { contactNumber: ['call me', NO_NUMBER] },
  ...['B', 'AB', 'O'].map((typed): { bloodGroup: [string, string] } => ({
    bloodGroup: [typed, 'Please select a blood group.'],
  })),
  { hallId: [OTHERS, 'This hall is gone. Choose another one.'] },
  { batch: ['x'.repeat(200), 'Batch must be at most 40 characters long.'] },
  { lastDonationDate: ['2999-01-01', 'Last Donation Date cannot be in the future.'] },
  { consentKind: ['', 'Choose how they agreed.'] },
])('of a new donor and of one who is corrected %j is said at the field', async wrong => {
  const [[field, [typed, message]] = ['', ['', '']]] = Object.entries(wrong)
  const { consentKind, ...form } = { ...aForm(), [field]: typed }
  const params = { id: (await storeKeptDonor(db)).id }
  for (const refused of [
    await coordinator.call(addKeptDonor, { body: { ...form, consentKind } as never }),
    ...(field === 'consentKind'
      ? []
      : [await coordinator.call(correctKeptDonor, { params, body: form as never })]),
  ])
    expect(refused.error?.fields).toEqual({ [field]: message })
})

test('coordinators of a hall keep, read, correct and erase donors of that hall alone', async () => {
  const contactNumber = aNumber()
  await add({ contactNumber }, ofNorth)
  expect(await rowOf(contactNumber)).toMatchObject({ hallId: north.id })
  expect((await add({ hallId: south.id }, ofNorth)).error?.fields).toHaveProperty('hallId')
  for (const hallId of [south.id, null]) {
    const params = { id: (await storeKeptDonor(db, { hallId })).id }
    const body = { fullName: 'Changed', bloodGroup: 'B-' } as const
    expect(await ofNorth.call(readKeptDonor, { params })).toRefuse('kept-donor-gone')
    expect(await ofNorth.call(correctKeptDonor, { params, body })).toRefuse('kept-donor-gone')
    expect(await ofNorth.call(stopKeptDonor, { params })).toRefuse('kept-donor-gone')
    expect((await coordinator.call(readKeptDonor, { params })).status).toBe(200)
    expect((await admin.call(readKeptDonor, { params })).status).toBe(200)
  }
})

test('nobody reads those who did not agree', async () => {
  const waiting = { state: 'waiting', consentKind: null, consentedAt: null } as const
  const { id } = await storeKeptDonor(db, waiting)
  expect(await admin.call(readKeptDonor, { params: { id } })).toRefuse('kept-donor-gone')
  await expect(storeKeptDonor(db, { consentedAt: null })).rejects.toThrow('agreed_donors_have_consented')
})

test('four donors share a number at most, in whatever spelling, if each says for whom to ask', async () => {
  const contactNumber = aNumber()
  await add({ contactNumber })
  const spelled = `+880 ${contactNumber.slice(1, 5)}-${contactNumber.slice(5)}`
  const bengali = contactNumber.replace(/\d/g, digit => String.fromCodePoint(0x9e6 + Number(digit)))
  for (const same of [
    spelled,
    `(+880) ${contactNumber.slice(1)}`,
    `00880${contactNumber.slice(1)}`,
    bengali,
    `\u202a${spelled.replaceAll(' ', '\u00a0')}\u202c.`,
  ])
    expect(await add({ contactNumber: same })).toRefuse('number-shared')
  const replies = await Promise.all(
    ['Rima', 'Karim', 'Salma', 'Jamal', 'Rafi'].map(askFor => add({ contactNumber: spelled, askFor })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409])
})

test('whoever agrees on paper or says so is not asked by text any more; whoever shares the number is', async () => {
  const [contactNumber, country] = [aNumber(), '+88']
  const waiting = { state: 'waiting', consentKind: null, consentedAt: null } as const
  for (const askFor of [null, 'Rima'])
    await storeKeptDonor(db, { ...waiting, contactNumber: country + contactNumber, askFor })
  expect(await add({ contactNumber, consentKind: 'said' })).toRefuse('number-shared')
  expect((await add({ contactNumber, askFor: 'Rima', consentKind: 'said' })).status).toBe(201)
  const rows = db.selectFrom('keptDonors').select(['askFor', 'state'])
  expect(
    await rows
      .where('contactNumber', '=', country + contactNumber)
      .orderBy('state')
      .execute(),
  ).toEqual([
    { askFor: 'Rima', state: 'agreed' },
    { askFor: null, state: 'waiting' },
  ])
})

const looksBy = (viewerId: string) =>
  db
    .selectFrom('contactReveals')
    .select(['ownerId', 'occasion'])
    .where('viewerId', '=', viewerId)
    .where('event', '=', 'began')
    .orderBy('occurredAt')
    .execute()

test('what a number that is entered tells counts as a call, is in the ledger, and after the last of a day it tells nothing', async () => {
  const person = await aCoordinator(south.id)
  const [registered, kept, stopped, free] = [aNumber(), aNumber(), aNumber(), aNumber()]
  const { userId } = await storeDonor(db, { contactNumber: `+88${registered}` })
  const { id } = await storeKeptDonor(db, { contactNumber: `+88${kept}`, hallId: north.id })
  await createOptOuts(AUTH_SECRET).record(db, [`+88${stopped}`], bank.now())
  const tryAll = async (by = person) => {
    const forms = [{ contactNumber: registered }, { contactNumber: kept }, { contactNumber: stopped }]
    return Promise.all(forms.map(async form => (await add(form, by)).error?.code))
  }
  expect(await tryAll()).toEqual(['number-of-registered-donor', 'number-shared', 'kept-donor-stopped'])
  // The list tells that they may have registered.
  expect((await add({ contactNumber: registered, askFor: 'Hasan' }, person)).status).toBe(201)
  const looks = [userId, id, null, userId].map(ownerId => ({ ownerId, occasion: 'coordinator' }))
  expect(await looksBy(person.id)).toEqual(expect.arrayContaining(looks))
  await sql`
    insert into contact_reveals (reveal_id, event, owner_id, viewer_id, occasion, occurred_at)
    select uuidv7(), 'began', uuidv7(), ${person.id}, 'coordinator', ${bank.now()}
      from generate_series(1, ${NUMBERS_CALLED_PER_DAY - 3}::int)`.execute(db)
  // Those that they know are told again.
  const tooMany = 'too-many-numbers-called'
  expect(await tryAll()).toEqual(['number-of-registered-donor', 'number-shared', tooMany])
  expect((await add({ contactNumber: free }, person)).error?.code).toBe(tooMany)
  const other = await aCoordinator()
  expect(await looksBy(other.id)).toEqual([])
  expect((await add({ contactNumber: free }, other)).status).toBe(201)
  expect(await looksBy(other.id)).toEqual([])
})

test('nobody fills the tables: a coordinator makes 600 changes an hour at most', async () => {
  const person = await aCoordinator()
  const { id } = await storeKeptDonor(db)
  expect((await add({}, person)).status).toBe(201)
  await sql`update attempt_limits set points = 597 where key like '%:coordinatorChanges' and points = 1`.execute(
    db,
  )
  const params = { kind: 'kept', id } as const
  const call = async () => (await person.call(callDonor, { params, body: {} })).status
  expect([await call(), await call(), await call(), await call()]).toEqual([201, 201, 201, 429])
  expect(await add({}, person)).toRefuse('too-many-calls')
})

test('a correction leaves an empty number as it is, and changes another one', async () => {
  const contactNumber = aNumber()
  await add({ contactNumber })
  const id = (await rowOf(contactNumber))?.id ?? ''
  await db.updateTable('keptDonors').set({ toldAt: bank.now() }).where('id', '=', id).execute()
  const correct = (number: string) =>
    coordinator.call(correctKeptDonor, {
      params: { id },
      body: { fullName: 'Hasan Ali', bloodGroup: 'O-', contactNumber: number },
    })
  expect((await correct('')).body).toMatchObject({ fullName: 'Hasan Ali', bloodGroup: 'O-' })
  expect(await rowOf(contactNumber)).toMatchObject({ id, toldAt: expect.any(Date) })
  const other = aNumber()
  await correct(other)
  // Whoever has it is told by text message, once more.
  expect(await rowOf(other)).toMatchObject({ id, toldAt: null })
})

test('whoever said stop is erased with all who share the number, and is not kept again for a year', async () => {
  const contactNumber = aNumber()
  await add({ contactNumber, askFor: 'Rima' })
  const id = (await rowOf(contactNumber))?.id ?? ''
  await add({ contactNumber, askFor: 'Karim' })
  await db
    .insertInto('contactReveals')
    .values({
      revealId: id,
      event: 'began',
      ownerId: id,
      viewerId: coordinator.id,
      occasion: 'coordinator',
      bloodRequestId: null,
    })
    .execute()
  await expect(
    db.updateTable('contactReveals').set({ ownerId: null }).where('ownerId', '=', id).execute(),
  ).rejects.toThrow('can only be added to')
  expect((await coordinator.call(stopKeptDonor, { params: { id } })).status).toBe(204)
  expect(await rowOf(contactNumber)).toBeUndefined()
  const reveal = db.selectFrom('contactReveals').select('ownerId').where('revealId', '=', id)
  expect(await reveal.executeTakeFirst()).toEqual({ ownerId: null })
  expect(await add({ contactNumber })).toRefuse('kept-donor-stopped')
  expect(await add({ contactNumber, consentKind: 'paper' })).toRefuse('kept-donor-stopped')
  expect((await add({ contactNumber, consentKind: 'paper' }, admin)).status).toBe(201)
  expect(await auditOf((await rowOf(contactNumber))?.id ?? '')).toEqual([
    { action: 'kept-donor-added', before: null, after: { liftsStop: true } },
  ])
})

test('whoever registers as a donor takes back that they do not want to be called', async () => {
  const contactNumber = aNumber()
  await add({ contactNumber, askFor: 'Rima' })
  await coordinator.call(stopKeptDonor, { params: { id: (await rowOf(contactNumber))?.id ?? '' } })
  expect(await add({ contactNumber, askFor: 'Rima' })).toRefuse('kept-donor-stopped')
  const person = await bank.signedInAs()
  await person.call(registerDonor, { body: aDonor({ contactNumber }) })
  expect((await add({ contactNumber, askFor: 'Rima' })).status).toBe(201)
})

test('when the account of whoever keeps a donor goes, nobody keeps them', async () => {
  const person = await aCoordinator()
  const { id } = await storeKeptDonor(db, { keptBy: person.id })
  const keptBy = async () => (await admin.call(readKeptDonor, { params: { id } })).body.keptBy
  expect(await keptBy()).toBe(person.user?.email.split('@')[0])
  await db.deleteFrom('users').where('id', '=', person.id).execute()
  expect(await keptBy()).toBeNull()
  const correct = (keepsThem: boolean) =>
    coordinator.call(correctKeptDonor, {
      params: { id },
      body: { fullName: 'Hasan Mia', bloodGroup: 'B-', keepsThem },
    })
  expect((await correct(false)).body.keptBy).toBeNull()
  expect((await correct(true)).body.keptBy).toBe(coordinator.user?.email.split('@')[0])
})

test('a server of the last release goes on with those who are invited, whom it knows as another table', async () => {
  await storeKeptDonor(db, {
    email: 'agreed@example.edu',
    universityId: 'A-1',
    universityRole: 'staff',
    department: 'CSE',
  })
  const insert = (email: string) =>
    sql`
      insert into imported_donors (email, full_name, university_id, university_role, department, blood_group, contact_number,
        imported_at, expires_at)
      values (${email}, 'Nadia', 'N-1', 'student', 'CSE', 'A+', '12345', now(), now() + interval '30 days')
      on conflict (email) do nothing returning id`.execute(db)
  const emails = ['old@example.edu', 'old@example.edu', 'agreed@example.edu']
  const stored = []
  for (const email of emails) stored.push((await insert(email)).rows.length)
  expect(stored).toEqual([1, 0, 0])
  const taken = await sql`
    update imported_donors set token_hash = sha256('x') where expires_at > now() returning *`.execute(db)
  expect(taken.rows).toMatchObject([{ email: 'old@example.edu' }])
  const state = db.selectFrom('keptDonors').select('state').where('email', '=', 'old@example.edu')
  expect(await state.executeTakeFirst()).toEqual({ state: 'invited' })
  expect((await sql`delete from imported_donors returning id`.execute(db)).rows).toHaveLength(1)
})
