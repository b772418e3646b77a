import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { changeRole } from '@blood-bank/contract/users/endpoints'
import { expect, test } from 'vitest'
import { ORIGIN } from '../../testing/person.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { findUser } from '../users/store.ts'
import { removeEndedSessions } from './store.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })

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
