import { DAY_MS } from '@blood-bank/contract/durations'
import { confirmPassword } from '@blood-bank/contract/own-account/endpoints'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { changeRole, listUsers } from '@blood-bank/contract/users/administration'
import { afterEach, expect, test } from 'vitest'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'
import { removeEndedSessions } from '../sessions/store.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ email: 'admin@example.edu', role: 'admin' })
const setRole = (person: typeof admin, id: string, role: 'user' | 'admin') =>
  person.call(changeRole, { params: { id }, body: { role } })

const roleOf = async (id: string) =>
  (await bank.db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirstOrThrow()).role

const adminsNow = async () =>
  (await bank.db.selectFrom('users').select('id').where('role', '=', 'admin').execute()).map(user => user.id)

afterEach(async () => {
  expect(await adminsNow(), 'there is always an admin').not.toEqual([])
})

test('an admin grants a member the admin role and revokes it; the audit log has both', async () => {
  const rima = await bank.signedInAs({ email: 'rima@example.edu' })
  const made = await setRole(admin, rima.id, 'admin')
  expect([made.status, made.body]).toMatchObject([
    200,
    { id: rima.id, email: 'rima@example.edu', role: 'admin' },
  ])
  const asAdmin = await bank.signIn('rima@example.edu')
  expect((await asAdmin.call(listUsers, { query: { role: 'admin' } })).body.records).toHaveLength(2)
  expect((await setRole(admin, rima.id, 'user')).body.role).toBe('user')
  expect(await asAdmin.call(listUsers, { query: {} })).toRefuse('not-signed-in')
  expect(await (await bank.signIn('rima@example.edu')).call(listUsers, { query: {} })).toRefuse('admins-only')
  const audit = await bank.db.selectFrom('auditEntries').selectAll().orderBy('id').execute()
  expect(audit).toMatchObject([
    {
      actorId: admin.id,
      action: 'role-changed',
      targetId: rima.id,
      before: { role: 'user' },
      after: { role: 'admin' },
    },
    { before: { role: 'admin' }, after: { role: 'user' } },
  ])
  expect(JSON.stringify(audit)).not.toContain('rima')
})

test("a new admin's sessions stay a member's until the password is given in each, and end with the role", async () => {
  const rima = await bank.signedInAs({ email: 'sessions@example.edu' })
  const elsewhere = await bank.signIn('sessions@example.edu')
  await setRole(admin, rima.id, 'user')
  expect((await rima.call(readSession)).body.user?.id).toBe(rima.id)
  await setRole(admin, rima.id, 'admin')
  for (const person of [rima, elsewhere]) {
    expect((await person.call(readSession)).body).toMatchObject({
      user: { role: 'user' },
      isPasswordDue: true,
    })
    expect(await person.call(listUsers, { query: {} })).toRefuse('password-confirmation-needed')
  }
  const { body: session } = await (await bank.signIn('sessions@example.edu')).call(readSession)
  expect(session).toMatchObject({ user: { role: 'admin' } })
  expect(session).not.toHaveProperty('isPasswordDue')
  expect(await rima.call(confirmPassword, { body: { password: 'a wrong guess' } })).toRefuse('wrong-password')
  expect(await rima.call(listUsers, { query: {} })).toRefuse('password-confirmation-needed')
  await rima.call(confirmPassword, { body: { password: PASSWORD } })
  expect((await rima.call(listUsers, { query: {} })).status).toBe(200)
  expect(await elsewhere.call(listUsers, { query: {} })).toRefuse('password-confirmation-needed')
  await setRole(admin, rima.id, 'user')
  for (const person of [rima, elsewhere])
    expect((await person.call(readSession)).body).toEqual({ user: null, endedBecause: 'role-changed' })
  expect((await admin.call(readSession)).body.user?.id).toBe(admin.id)
})

test('a browser is told of the change of role until somebody signs in there, or its session would have ended', async () => {
  const rima = await bank.signedInAs({ email: 'told@example.edu', role: 'admin' })
  const elsewhere = await bank.signIn('told@example.edu')
  await setRole(admin, rima.id, 'user')
  await rima.call(signIn, { body: { email: 'told@example.edu', password: PASSWORD } })
  expect((await rima.call(readSession)).body.endedBecause).toBeUndefined()
  expect((await elsewhere.call(readSession)).body.endedBecause).toBe('role-changed')
  expect((await bank.stranger().call(readSession)).body).toEqual({ user: null })
})

test.each([
  [14, 29, 13, true],
  [14, 29, 15, false],
  [14, 31, 13, false],
  [Number.POSITIVE_INFINITY, 29, 29, true],
  [Number.POSITIVE_INFINITY, 31, 1, false],
])(
  'after the clean-up, with at most %s days without use, a browser that signed in %s days ago, and was last used %s days ago, is told: %s',
  async (idleDays, signedInDays, unusedDays, isTold) => {
    const rima = await bank.signedInAs({ role: 'admin' })
    const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
    const times = { createdAt: daysAgo(signedInDays), lastUsedAt: daysAgo(unusedDays) }
    await setRole(admin, rima.id, 'user')
    await bank.db.updateTable('sessions').set(times).where('userId', '=', rima.id).execute()
    await removeEndedSessions(bank.db, idleDays)
    expect((await rima.call(readSession)).body.endedBecause).toBe(isTold ? 'role-changed' : undefined)
  },
)

test('an account with an unverified address does not become an admin', async () => {
  const attacker = await bank.signedInAs({ emailVerified: false })
  expect(await setRole(admin, attacker.id, 'admin')).toRefuse(
    'admin-needs-verified-email',
    'Only a verified account can be made admin. Ask this person to open the link in their verification email first.',
  )
  const directUpdate = bank.db.updateTable('users').set({ role: 'admin' }).where('id', '=', attacker.id)
  await expect(directUpdate.execute()).rejects.toThrow('only a verified account is made admin')
  expect(await roleOf(attacker.id)).toBe('user')
  expect(await attacker.call(listUsers, { query: {} })).toRefuse('admins-only')
})

test('a change of role is mailed to the user and to the admins, each with their own text', async () => {
  const rima = await bank.signedInAs({ email: 'notified@example.edu' })
  const latestTo = async (email: string) => (await bank.mailsTo(email)).at(-1)
  await setRole(admin, rima.id, 'admin')
  expect(await latestTo('notified@example.edu')).toMatchObject({
    subject: 'You are an admin now · University Blood Bank',
    text: expect.stringContaining('/forgot-password'),
  })
  expect(await latestTo('admin@example.edu')).toMatchObject({
    subject: 'A new admin: notified@example.edu · University Blood Bank',
    text: expect.stringContaining('/admin/users'),
  })
  await setRole(admin, rima.id, 'user')
  expect((await latestTo('notified@example.edu'))?.subject).toMatch(/^You are no longer an admin/)
  expect((await latestTo('admin@example.edu'))?.subject).toMatch(/^No longer an admin: notified@example.edu/)
  const count = async () => (await bank.mailsTo('admin@example.edu')).length
  const before = await count()
  await setRole(admin, rima.id, 'user')
  expect(await count()).toBe(before)
})

test('an admin cannot revoke their own role, whether the last admin or not, in any spelling of the id', async () => {
  const second = await bank.signedInAs({ role: 'admin' })
  for (const id of [second.id, second.id.toUpperCase()])
    expect(await setRole(second, id, 'user')).toRefuse(
      'self-demotion',
      'Admins cannot remove their own admin role through this interface.',
    )
  expect(await roleOf(second.id)).toBe('admin')
  await setRole(admin, second.id, 'user')
})
