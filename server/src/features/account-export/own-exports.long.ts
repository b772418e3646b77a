import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { exportOwnAccount } from '@blood-bank/contract/own-account/account-export'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/test-app.ts'

const BLOOD_REQUESTS = 10_000

const bank = await startTestApp({ OWN_EXPORTS_PER_MINUTE: '0' })
const rima = await bank.signedInAs()
// Most of the time would go into the index for searching texts, which an export does not use.
await sql`drop index blood_requests_by_text`.execute(bank.owner)
await sql`
  insert into blood_requests (user_id, user_email, patient_name, required_blood_group, units_required,
    hospital_name, contact_person, contact_number, urgency, additional_info, status)
  select ${rima.id}, ${rima.user?.email}, 'Patient', 'B+', 1, 'Hospital', 'Nadia', '+8801912345678', 'low',
         repeat('x', 500), 'fulfilled'
  from generate_series(1, ${BLOOD_REQUESTS}::int)`.execute(bank.owner)
const address = await bank.app.listen({ port: 0 })

// The first export loads and compiles code, which must not count for the others.
await rima.call(exportOwnAccount)

test('six concurrent exports of one account need little memory, and each is complete', async () => {
  const memoryBefore = usedMemoryMb()
  const memoryMeanwhile: number[] = []
  const headers = { cookie: String(rima.cookie) }
  const counts = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const reply = await fetch(`${address}${exportOwnAccount.path}`, { headers })
      let [count, text, chunks] = [0, '', 0]
      for await (const chunk of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
        text += Buffer.from(chunk).toString('latin1')
        const records = text.split('"requestedAt"')
        count += records.length - 1
        text = records.at(-1) ?? ''
        chunks += 1
        if (chunks % 100 === 0) memoryMeanwhile.push(usedMemoryMb() - memoryBefore)
      }
      return count
    }),
  )
  expect(counts).toEqual(Array.from({ length: 6 }, () => BLOOD_REQUESTS))
  expect(memoryMeanwhile.length).toBeGreaterThan(6)
  // The six exports are 55 MB as text.
  expect(Math.max(...memoryMeanwhile)).toBeLessThan(30)
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** The heap in use after garbage collection, in MB. */
function usedMemoryMb() {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}
