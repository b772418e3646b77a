import { once } from 'node:events'
import { connect } from 'node:net'
import { exportBloodRequests } from '@blood-bank/contract/blood-requests/administration'
import { endOtherSessions } from '@blood-bank/contract/sessions/endpoints'
import { changeRole, suspendUser } from '@blood-bank/contract/users/administration'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ORIGIN, type Person } from '../testing/person.ts'
import { storeBloodRequest, storeUser } from '../testing/stored.ts'
import { startTestApp } from '../testing/test-app.ts'

/** Together several times as large as what the sockets of both sides hold. */
const REQUESTS = 20_000
const TEXT = 'x'.repeat(1_500)

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })
const owner = await storeUser(bank.db)
await sql`drop index blood_requests_by_text`.execute(bank.owner)
await sql`
  insert into blood_requests (user_id, user_email, patient_name, required_blood_group, units_required, hospital_name,
                              contact_person, contact_number, urgency, additional_info, status, requested_at)
  select ${owner.id}, ${owner.email}, 'Salma Khatun', 'O+', 1, 'City Hospital', 'Rima Akter', '+8801712345678', 'low',
         ${TEXT}, 'fulfilled', now() - number * interval '1 second'
    from generate_series(1, ${REQUESTS}::int) number`.execute(bank.owner)
const address = await bank.app.listen({ port: 0 })

/** Asks for all requests and reads no more than the first of them. */
async function readSlowly({ cookie }: Person) {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  await once(socket, 'connect')
  const lines = [
    `POST ${exportBloodRequests.path} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    `Origin: ${ORIGIN}`,
  ]
  socket.write([...lines, `Cookie: ${cookie}`, 'Content-Length: 0', '', ''].join('\r\n'))
  const chunks: Buffer[] = []
  socket.on('data', chunk => chunks.push(chunk))
  await once(socket, 'data')
  socket.pause()
  /** Reads the rest. @returns everything, and whether it is whole */
  return async () => {
    socket.on('error', () => {}).resume()
    await once(socket, 'close')
    const text = Buffer.concat(chunks).toString()
    return { text, isWhole: text.endsWith('\r\n0\r\n\r\n') }
  }
}

test('whoever keeps the right to an export gets all of it, however slowly', async () => {
  const readRest = await readSlowly(await bank.signedInAs({ role: 'admin' }))
  await expect.poll(() => bank.pool.idleCount).toBe(bank.pool.totalCount)
  const { text, isWhole } = await readRest()
  expect([text.split('Salma Khatun').length - 1, isWhole]).toEqual([REQUESTS, true])
})

test.each<[string, (reader: Person & { id: string }) => Promise<unknown>]>([
  ['is demoted', ({ id }) => admin.call(changeRole, { params: { id }, body: { role: 'user' } })],
  [
    'is suspended',
    async ({ id }) => {
      await admin.call(changeRole, { params: { id }, body: { role: 'user' } })
      await admin.call(suspendUser, { params: { id }, body: { reason: 'other', note: 'Told by a hospital' } })
    },
  ],
  ['is signed out', async ({ user }) => (await bank.signIn(user?.email ?? '')).call(endOtherSessions)],
])('an export of somebody who %s breaks off before what was written afterwards', async (_, endRight) => {
  const reader = await bank.signedInAs({ role: 'admin' })
  const readRest = await readSlowly(reader)
  await endRight(reader)
  await storeBloodRequest(bank.db, { patientName: 'Nobody Else', requestedAt: new Date('2020-01-01') })
  const { text, isWhole } = await readRest()
  expect(text).toContain('Salma Khatun')
  expect([text.includes('Nobody Else'), isWhole]).toEqual([false, false])
})
