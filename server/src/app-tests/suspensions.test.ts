import { listBloodRequests } from '@blood-bank/contract/blood-requests/administration'
import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { readOwnDonor, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import { exportOwnAccount } from '@blood-bank/contract/own-account/account-export'
import { eraseOwnAccount, readOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { resendVerificationMail, verifyEmail } from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn, signOut } from '@blood-bank/contract/sessions/endpoints'
import { changeRole, liftSuspension, listUsers, suspendUser } from '@blood-bank/contract/users/administration'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { countListedBloodRequests } from '../features/blood-requests/queries.ts'
import { countSearchableDonors } from '../features/donors/queries.ts'
import { everyEndpoint, pathOf } from '../testing/http/every-endpoint.ts'
import { aBloodRequest, aDonor, type Person } from '../testing/person.ts'
import { countLockWaits } from '../testing/postgres/test-database.ts'
import { PASSWORD, startTestApp, tokenIn } from '../testing/test-app.ts'

const countCampus = async () => ({
  donorsReady: await countSearchableDonors(bank.db),
  activeRequests: await countListedBloodRequests(bank.db),
})

const SUSPENDED = 'This account is suspended. Please contact the administrators.'

const bank = await startTestApp()
const elsewhere = await bank.anotherServer()
const admin = await bank.signedInAs({ email: 'admin@example.edu', role: 'admin' })
const reader = await bank.signedInAs()
const readerElsewhere = Object.assign(elsewhere.stranger(), { cookie: reader.cookie })
const writer = new pg.Client(bank.address)
await writer.connect()
afterAll(() => writer.end())

const suspend = (id: string, more: { note?: string } = {}) =>
  admin.call(suspendUser, { params: { id }, body: { reason: 'false-requests', ...more } })
const lift = (id: string) => admin.call(liftSuspension, { params: { id } })

/** A donor with an active request. */
async function newDonor(email: string) {
  const person = await bank.signedInAs({ email })
  await person.call(registerDonor, { body: aDonor({ bloodGroup: 'AB-' }) })
  await person.call(postBloodRequest, { body: aBloodRequest() })
  return person
}

/** What members see at a server. */
async function shownTo(person: Person) {
  const donors = await person.call(searchDonors, { query: { bloodGroup: 'AB-' } })
  const requests = await person.call(listActiveBloodRequests, { query: {} })
  return { donors: donors.body.records.length, requests: requests.body.records.length }
}

async function shownEverywhere() {
  const here = await shownTo(reader)
  expect(await shownTo(readerElsewhere)).toEqual(here)
  return here
}

test('a suspended user is hidden from members at every server at once, and shown again exactly as before', async () => {
  const rima = await newDonor('hidden@example.edu')
  const others = await newDonor('shown@example.edu')
  await rima.call(postBloodRequest, { body: aBloodRequest() })
  // Often enough that the lists are cached.
  for (let time = 0; time < 5; time += 1) expect(await shownEverywhere()).toEqual({ donors: 2, requests: 3 })
  const figures = await countCampus()

  const reply = await suspend(rima.id, { note: 'Told by the hospital' })
  expect([reply.status, reply.body]).toMatchObject([
    200,
    { id: rima.id, suspension: { reason: 'false-requests', note: 'Told by the hospital' } },
  ])
  expect(await shownEverywhere()).toEqual({ donors: 1, requests: 1 })
  expect(await countCampus()).toEqual({
    donorsReady: figures.donorsReady - 1,
    activeRequests: figures.activeRequests - 2,
  })
  expect((await rima.call(readSession)).body.user).toBeNull()
  expect(await rima.call(readOwnDonor)).toRefuse('not-signed-in', 'Please log in to view your dashboard.')
  expect((await others.call(readSession)).body.user).not.toBeNull()
  // Admins still see everything.
  const listed = await admin.call(listBloodRequests, { query: { search: 'hidden@' } })
  expect(listed.body.records).toHaveLength(2)

  expect((await lift(rima.id)).body.suspension).toBeNull()
  expect(await shownEverywhere()).toEqual({ donors: 2, requests: 3 })
  expect(await countCampus()).toEqual(figures)
})

test('a suspension binds the mailbox: its verified accounts, and one that is verified later', async () => {
  const [first, second] = [await newDonor('farid@example.edu'), await newDonor('farid+2@example.edu')]
  const stranger = await bank.signedInAs({ email: 'farid+3@example.edu', emailVerified: false })
  const before = await shownEverywhere()
  const codeAt = async (email: string) =>
    (await bank.stranger().call(signIn, { body: { email, password: PASSWORD } })).error?.code
  // Nobody has proved that this account is of the same person.
  await suspend(stranger.id)
  expect((await first.call(readSession)).body.user).not.toBeNull()
  await lift(stranger.id)

  await suspend(second.id)
  expect((await first.call(readSession)).body.user).toBeNull()
  expect(await codeAt('farid@example.edu')).toBe('account-suspended')
  expect(await shownEverywhere()).toEqual({ donors: before.donors - 2, requests: before.requests - 2 })
  expect(await codeAt('farid+3@example.edu')).toBeUndefined()
  const late = await bank.signIn('farid+3@example.edu')
  await late.call(resendVerificationMail)
  const token = tokenIn((await bank.mailsTo('farid+3@example.edu')).at(-1))
  await late.call(verifyEmail, { body: { token } })
  expect(await codeAt('farid+3@example.edu')).toBe('account-suspended')

  expect((await lift(first.id)).body.suspension).toBeNull()
  expect(await shownEverywhere()).toEqual(before)
  for (const email of ['farid@example.edu', 'farid+2@example.edu', 'farid+3@example.edu'])
    expect(await codeAt(email)).toBeUndefined()
  await bank.db.updateTable('users').set({ role: 'admin' }).where('id', '=', second.id).execute()
  expect(await suspend(first.id)).toRefuse('admin-not-suspended')
})

test('the audit log has who suspended whom and why, but not the note', async () => {
  const rima = await newDonor('audited@example.edu')
  await suspend(rima.id, { note: 'A secret word' })
  await lift(rima.id)
  const entries = await bank.db
    .selectFrom('auditEntries')
    .selectAll()
    .where('targetId', '=', rima.id)
    .orderBy('id')
    .execute()
  expect(entries).toMatchObject([
    { actorId: admin.id, action: 'suspended', before: null, after: { reason: 'false-requests' } },
    { actorId: admin.id, action: 'suspension-lifted', before: { reason: 'false-requests' }, after: null },
  ])
  expect(JSON.stringify(entries)).not.toContain('secret')
  expect(await bank.db.selectFrom('suspensions').selectAll().where('userId', '=', rima.id).execute()).toEqual(
    [],
  )
})

test('signing in with the correct password reports the suspension, and only export and erasure stay allowed', async () => {
  const rima = await newDonor('left@example.edu')
  await suspend(rima.id, { note: 'Told by the hospital' })
  const person = bank.stranger()
  const attempt = (password: string) => person.call(signIn, { body: { email: 'left@example.edu', password } })
  expect((await attempt('a wrong one')).error?.code).toBe('wrong-credentials')
  expect(person.cookie).toBeUndefined()
  expect(await attempt(PASSWORD)).toRefuse('account-suspended', SUSPENDED)

  expect((await person.call(readSession)).body.user).toBeNull()
  for (const endpoint of await everyEndpoint()) {
    if (endpoint.access === 'everyone' || endpoint.allowsSuspended) continue
    const reply = await person.send(endpoint.method, pathOf(endpoint))
    expect(reply).toRefuse('account-suspended', SUSPENDED)
  }
  expect((await person.call(readOwnAccount)).body.email).toBe('left@example.edu')
  const { body } = await person.call(exportOwnAccount)
  expect(body.suspension).toMatchObject({ reason: 'false-requests', note: 'Told by the hospital' })
  expect(body.bloodRequests).toHaveLength(1)

  // The session is limited to an hour.
  const { expiresAt } = await bank.db
    .selectFrom('sessions')
    .select('expiresAt')
    .where('userId', '=', rima.id)
    .executeTakeFirstOrThrow()
  expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(3_600_000)
  await person.call(signOut)
  expect(await person.call(readOwnAccount)).toRefuse('not-signed-in')

  await attempt(PASSWORD)
  expect((await person.call(eraseOwnAccount, { body: { password: PASSWORD } })).status).toBe(200)
  expect(await bank.db.selectFrom('users').select('id').where('id', '=', rima.id).execute()).toEqual([])
  expect(await bank.db.selectFrom('suspensions').selectAll().where('userId', '=', rima.id).execute()).toEqual(
    [],
  )
})

test('a session started during the suspension ends when the suspension is lifted', async () => {
  const rima = await newDonor('lifted@example.edu')
  await suspend(rima.id)
  const person = bank.stranger()
  await person.call(signIn, { body: { email: 'lifted@example.edu', password: PASSWORD } })
  expect((await person.call(readOwnAccount)).status).toBe(200)
  await lift(rima.id)
  expect((await person.call(readSession)).body.user).toBeNull()
  expect(await person.call(readOwnAccount)).toRefuse('not-signed-in')
  expect((await bank.signIn('lifted@example.edu')).user?.id).toBe(rima.id)
})

test('records stored by a call that started before the suspension are hidden', async () => {
  const rima = await bank.signedInAs({ email: 'late@example.edu' })
  const before = await shownEverywhere()
  await writer.query('begin')
  await writer.query('select from users where id = $1 for update', [rima.id])
  await writer.query('update users set suspended_at = now() where id = $1', [rima.id])
  const posted = rima.call(postBloodRequest, { body: aBloodRequest() })
  await expect.poll(() => countLockWaits(bank.owner)).toBe(1)
  await writer.query('commit')
  expect((await posted).status).toBe(201)
  expect(await shownEverywhere()).toEqual(before)
})

test('an admin is demoted before being suspended, and a suspended user is never made admin', async () => {
  const deputy = await bank.signedInAs({ role: 'admin' })
  const refused = 'An admin cannot be suspended. Change their role to user first.'
  for (const { id } of [deputy, admin]) expect(await suspend(id)).toRefuse('admin-not-suspended', refused)
  const updateDirectly = (set: object, id: string) =>
    bank.db.updateTable('users').set(set).where('id', '=', id).execute()
  await expect(updateDirectly({ suspendedAt: new Date() }, deputy.id)).rejects.toThrow(
    'admins_are_not_suspended',
  )
  const toRole = (role: 'user' | 'admin') =>
    admin.call(changeRole, { params: { id: deputy.id }, body: { role } })
  await toRole('user')
  expect((await suspend(deputy.id)).status).toBe(200)
  expect(await toRole('admin')).toRefuse('suspended-not-admin')
  await expect(updateDirectly({ role: 'admin' }, deputy.id)).rejects.toThrow('admins_are_not_suspended')
  expect(await suspend(deputy.id)).toRefuse('already-suspended')
  await lift(deputy.id)
  expect(await lift(deputy.id)).toRefuse('not-suspended')
  expect((await toRole('admin')).status).toBe(200)
})

test('Manage Users shows who is suspended, and why', async () => {
  const rima = await bank.signedInAs({ email: 'listed@example.edu' })
  await suspend(rima.id)
  const { body } = await admin.call(listUsers, { query: { search: 'listed@' } })
  expect(body.records).toMatchObject([
    { id: rima.id, suspension: { reason: 'false-requests', note: null, suspendedAt: expect.any(String) } },
  ])
  const { text } = await admin.send('POST', '/api/admin/users/exports?search=listed@')
  expect(text).toMatch(/"Suspended"\r\n"listed@example.edu",.*,"\d{4}-\d\d-\d\d \d\d:\d\d"\r\n$/)
})
