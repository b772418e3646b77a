import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { query } from '@blood-bank/postgres-local/testing/queries'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, createPool } from '../platform/database/connection.ts'
import { aDataFolder, startProduct } from '../testing/running-product.ts'
import { storeBloodRequest, storeDonor } from '../testing/stored.ts'

const DONORS = 8
/** The jobs of a killed server run again after at most 55 seconds. */
const timeout = 240_000

const MAKE_DUE = `
  update users set email_verified = true;
  insert into text_numbers (user_id, phone, confirmed_at)
    select user_id, '+88017000000' || to_char(10 + row_number() over (), 'FM00'), now() from donors;
  update blood_requests set next_wave_at = now()`

/** A gateway that notes each number at once, and answers from when it is told to. */
async function startGateway() {
  const received: string[] = []
  const waiting: (() => void)[] = []
  let answers = true
  const server = createServer((req, res) => {
    received.push(new URL(req.url ?? '', 'http://gateway').searchParams.get('to') ?? '')
    if (answers) res.end('sent')
    else waiting.push(() => res.end('sent'))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const answer of waiting) answer()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/send?to={phone}&text={message}`,
    received,
    setAnswering(isAnswering: boolean) {
      answers = isAnswering
    },
  }
}

test('a server is killed between the commit and the sending of texts: one at most is sent twice, and none is lost', {
  timeout,
}, async () => {
  const gateway = await startGateway()
  const dataDir = await aDataFolder()
  const environment = { SMS_URL: gateway.url, SMS_PRIVATE_GATEWAY: 'true' }
  const first = await startProduct({ dataDir, environment })
  const connection = connectionTo(dataDir)
  const pool = createPool(connection, () => {}, { hasTimeouts: false })
  const db = createDatabase(pool)
  for (let nth = 0; nth < DONORS; nth += 1) await storeDonor(db, { bloodGroup: 'O-' })
  await storeBloodRequest(db, { urgency: 'urgent', nextWaveAt: null })
  await pool.end()

  gateway.setAnswering(false)
  await query(connection, MAKE_DUE)
  // One text is on its way, the others wait.
  await expect.poll(() => gateway.received.length, { timeout: 30_000 }).toBe(1)
  const alerted = await query(connection, 'select from alerts')
  await first.kill('all')
  gateway.setAnswering(true)

  await startProduct({ dataDir, environment })
  const numbers = () => new Set(gateway.received).size
  await expect.poll(numbers, { timeout: 120_000, interval: 200 }).toBe(alerted.length)
  const left = () => query(connection, `select from graphile_worker.jobs where task_identifier = 'send-text'`)
  await expect.poll(left, { timeout: 30_000 }).toEqual([])
  expect(alerted.length).toBeGreaterThan(1)
  expect(gateway.received).toHaveLength(alerted.length + 1)
})
