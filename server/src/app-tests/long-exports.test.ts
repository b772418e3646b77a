import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { exportDonors } from '@blood-bank/contract/donors'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ORIGIN } from '../testing/person.ts'
import { startTestApp } from '../testing/test-app.ts'

const DONORS = 100_000
/** As many as are stored well within the time that a statement has. */
const BATCH = 2_000
const MEASURED_EVERY = 15_000

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })
for (let batch = 0; batch < DONORS / BATCH; batch += 1)
  await sql`
  with members as (
    insert into users (email)
    select 'member.' || ${batch}::int * ${BATCH}::int + number || '@example.edu'
    from generate_series(1, ${BATCH}::int) number
    returning id, email
  )
  insert into donors (user_id, email, full_name, university_id, university_role, department, blood_group,
                      contact_number, is_available, allow_contact_visibility, registered_at)
  select id, email, 'Karim Uddin', 'EEE-2020-101', 'staff', 'Electrical Engineering', 'O+', '+8801912345678',
         true, true, now() - random() * interval '3 years'
  from members`.execute(bank.owner)

const address = await bank.app.listen({ port: 0 })
let queries = 0
bank.pool.on('acquire', () => {
  queries += 1
})

const headers = { origin: ORIGIN, cookie: String(admin.cookie) }

test('a hundred thousand donors are exported, each once, and the server holds few of them at a time', async () => {
  const heldBefore = held()
  const heldMeanwhile: number[] = []
  const reply = await fetch(`${address}${exportDonors.path}`, { method: 'POST', headers })
  expect(reply.headers.get('x-record-count')).toBe(String(DONORS))
  const seen = new Set<number>()
  let text = ''
  for await (const chunk of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString('latin1')
    const end = text.lastIndexOf('\r\n') + 2
    for (const [, number] of text.slice(0, end).matchAll(/member\.(\d+)@/g)) seen.add(Number(number))
    text = text.slice(end)
    if (seen.size / MEASURED_EVERY > heldMeanwhile.length) heldMeanwhile.push(held() - heldBefore)
  }
  expect(seen.size).toBe(DONORS)
  expect(heldMeanwhile.length).toBeGreaterThan(4)
  // All of it measures 16 MB as text, and many times that as records.
  expect(Math.max(...heldMeanwhile)).toBeLessThan(16)
})

test('a reader who does not read is waited for, and holds up nobody', async () => {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  await once(socket, 'connect')
  queries = 0
  const lines = [`POST ${exportDonors.path} HTTP/1.1`, 'Host: x', `Origin: ${ORIGIN}`]
  socket.write([...lines, `Cookie: ${admin.cookie}`, 'Content-Length: 0', '', ''].join('\r\n'))
  await once(socket, 'readable')
  for (let known = -1; known < queries; await pause(500)) known = queries
  // What is on its way fills the buffers of two sockets; a hundred pages would be the whole.
  expect(queries).toBeLessThan(60)
  expect(bank.pool.idleCount).toBe(bank.pool.totalCount)
  socket.destroy()
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What is in memory and needed, in MB. */
function held() {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}
