import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { readOverview } from '@blood-bank/contract/site/overview'
import { changeRole, type Role } from '@blood-bank/contract/users/endpoints'
import { expect, test } from 'vitest'
import { aBloodRequest } from '../../testing/builders.ts'
import { ORIGIN } from '../../testing/person.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { findUser } from '../users/store.ts'
import { removeEndedSessions } from './store.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })

const change = (userId: string, fields: { emailVerified?: boolean }) =>
  bank.db.updateTable('users').set(fields).where('id', '=', userId).execute()

test('a change of role applies to the next call: a new admin gives the password, a former one signs in again', async () => {
  const before = await bank.signedInAs({ email: 'rima@example.edu' })
  const change = (role: Role) => admin.call(changeRole, { params: { id: before.id }, body: { role } })
  expect(await before.call(readOverview)).toRefuse('admins-only')
  await change('admin')
  expect(await before.call(readOverview)).toRefuse('password-confirmation-needed')
  expect((await before.call(readSession)).body.user?.role).toBe('user')
  const asAdmin = await bank.signIn('rima@example.edu')
  expect((await asAdmin.call(readOverview)).status).toBe(200)
  await change('user')
  for (const person of [before, asAdmin]) expect(await person.call(readOverview)).toRefuse('not-signed-in')
  expect(await (await bank.signIn('rima@example.edu')).call(readOverview)).toRefuse('admins-only')
})

test('a change of role ends the right to a call whose body arrives afterwards', async () => {
  const [rogue, friend] = [await bank.signedInAs({ role: 'admin' }), await bank.newMember()]
  const { port } = new URL(await bank.app.listen({ port: 0, host: '127.0.0.1' }))
  const body = JSON.stringify({ role: 'admin' })
  const socket = connect(Number(port), '127.0.0.1')
  const [arrival, reply] = [once(bank.app.server, 'request'), text(socket)]
  socket.write(
    `PATCH ${changeRole.path.replace(':id', friend.id)} HTTP/1.1\r\nhost: localhost\r\norigin: ${ORIGIN}\r\ncookie: ${rogue.cookie}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body.slice(0, -1)}`,
  )
  await arrival
  await admin.call(changeRole, { params: { id: rogue.id }, body: { role: 'user' } })
  await pause(1_100)
  socket.write(body.slice(-1))
  expect(await reply).toMatch(/^HTTP\/1\.1 401 .+"code":"not-signed-in"/s)
  expect((await findUser(bank.db, friend.id))?.role).toBe('user')
})

test('a verified email applies to the next call', async () => {
  const rima = await bank.signedInAs({ emailVerified: false })
  const post = () => rima.call(postBloodRequest, { body: aBloodRequest() })
  expect((await post()).status).toBe(403)
  await change(rima.id, { emailVerified: true })
  expect((await post()).status).toBe(201)
})

test('an expired session is anonymous, and its row is removed', async () => {
  const rima = await bank.signedInAs()
  const expiresAt = new Date(Date.now() - 1000)
  await bank.db.updateTable('sessions').set({ expiresAt }).where('userId', '=', rima.id).execute()
  expect((await rima.call(readSession)).body.user).toBeNull()
  await removeEndedSessions(bank.db, bank.config.limits.sessionIdleDays)
  const left = await bank.db.selectFrom('sessions').select('userId').execute()
  expect(left.map(session => session.userId)).not.toContain(rima.id)
  expect((await admin.call(readSession)).body.user).not.toBeNull()
})

test('a session lasts thirty days', async () => {
  const rima = await bank.signedInAs()
  const { expiresAt } = await bank.db
    .selectFrom('sessions')
    .select('expiresAt')
    .where('userId', '=', rima.id)
    .executeTakeFirstOrThrow()
  const days = (expiresAt.getTime() - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(29.9)
  expect(days).toBeLessThanOrEqual(30)
})

test('a deleted user is signed out', async () => {
  const rima = await bank.signedInAs()
  await bank.db.deleteFrom('users').where('id', '=', rima.id).execute()
  expect((await rima.call(readSession)).body.user).toBeNull()
})
