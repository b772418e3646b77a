import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { exportDonors } from '@blood-bank/contract/donors/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ORIGIN } from '../testing/person.ts'
import { startTestApp } from '../testing/test-app.ts'

const DONORS = 100_000
const MEASURED_EVERY = 15_000

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })
// Most of the time would go into the indexes for searching texts, which an export does not use.
await sql`drop index donors_by_text, users_by_text`.execute(bank.owner)
await sql`
  with members as (
    insert into users (email)
    select 'member.' || number || '@example.edu' from generate_series(1, ${DONORS}::int) number
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

test('a hundred thousand donors are exported, each once, and only a few are in memory at a time', async () => {
  const memoryBefore = usedMemoryMb()
  const memoryMeanwhile: number[] = []
  const reply = await fetch(`${address}${exportDonors.path}`, { method: 'POST', headers })
  expect(reply.headers.get('x-record-count')).toBe(String(DONORS))
  const seen = new Set<number>()
  let text = ''
  for await (const chunk of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString('latin1')
    const end = text.lastIndexOf('\r\n') + 2
    for (const [, number] of text.slice(0, end).matchAll(/member\.(\d+)@/g)) seen.add(Number(number))
    text = text.slice(end)
    if (seen.size / MEASURED_EVERY > memoryMeanwhile.length)
      memoryMeanwhile.push(usedMemoryMb() - memoryBefore)
  }
  expect(seen.size).toBe(DONORS)
  expect(memoryMeanwhile.length).toBeGreaterThan(4)
  // The records are several times as large as their text of 16 MB. What is not collected yet counts, too.
  expect(Math.max(...memoryMeanwhile)).toBeLessThan(32)
})

test('a client that stops reading pauses its export and holds no connection', async () => {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  await once(socket, 'connect')
  queries = 0
  const lines = [`POST ${exportDonors.path} HTTP/1.1`, 'Host: x', `Origin: ${ORIGIN}`]
  socket.write([...lines, `Cookie: ${admin.cookie}`, 'Content-Length: 0', '', ''].join('\r\n'))
  await once(socket, 'readable')
  for (let known = -1; known < queries; await pause(500)) known = queries
  // The socket buffers on both sides are full by then. The whole export would be a hundred pages.
  expect(queries).toBeLessThan(60)
  expect(bank.pool.idleCount).toBe(bank.pool.totalCount)
  socket.destroy()
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Live memory after garbage collection, in MB. */
function usedMemoryMb() {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}
