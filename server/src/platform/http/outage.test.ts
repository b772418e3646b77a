import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { readOwnDonor, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import pg from 'pg'
import { expect, test } from 'vitest'
import { aBloodRequest } from '../../testing/person.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp({}, { hasTimeouts: true })

/** A second connection to the database of the app. */
async function anotherClient() {
  const client = new pg.Client(bank.address)
  await client.connect()
  return client
}

test('terminated connections are replaced without a restart', async () => {
  const rima = await bank.signedInAs()
  const client = await anotherClient()
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()",
  )
  await client.end()
  // One call may use a connection whose end has not been noticed yet; it is refused with retry-after.
  const first = await rima.call(readSession)
  if (first.status !== 200) expect(first).toRefuse('unavailable')
  await expect.poll(async () => (await rima.call(readSession)).body.user?.email).toBe(rima.user?.email)
})

test('a call to a blocked database is refused after the timeout', async () => {
  const rima = await bank.signedInAs()
  const client = await anotherClient()
  await client.query('begin; lock table donors in access exclusive mode')
  const began = performance.now()
  const [own, search, session] = await Promise.all([
    rima.call(readOwnDonor),
    rima.call(searchDonors, { query: { bloodGroup: 'A+' } }),
    rima.call(readSession),
  ])
  expect(performance.now() - began).toBeLessThan(10_000)
  for (const reply of [own, search]) {
    expect(reply).toRefuse('unavailable')
    expect(reply.headers['retry-after']).toBe('5')
  }
  expect(session.status).toBe(200)
  await client.query('rollback')
  await client.end()
  await expect.poll(async () => (await rima.call(readOwnDonor)).status).toBe(200)
})

test('while the database accepts no writes, they are refused and the server is not ready; then the next one works', async () => {
  const rima = await bank.signedInAs()
  const client = new pg.Client(bank.ownerAddress)
  await client.connect()
  const allowWrites = async (isAllowed: boolean) => {
    await client.query(
      `alter database ${bank.ownerAddress.database} set default_transaction_read_only = ${isAllowed ? 'off' : 'on'}`,
    )
  }
  await allowWrites(false)
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()",
  )
  await expect.poll(async () => (await rima.call(readSession)).status).toBe(200)
  const ready = await rima.send('GET', '/readyz')
  expect([ready.status, ready.headers['retry-after']]).toEqual([503, '1'])
  const posts = () => Promise.all([1, 2, 3].map(() => rima.call(postBloodRequest, { body: aBloodRequest() })))
  for (const reply of await posts()) {
    expect(reply).toRefuse('unavailable')
    expect(reply.headers['retry-after']).toBe('5')
  }
  await client.query('begin read write')
  await allowWrites(true)
  await client.query('commit')
  await client.end()
  // The connections on which nothing could be written have been replaced.
  expect((await posts()).map(({ status }) => status)).toEqual([201, 201, 201])
  expect((await rima.send('GET', '/readyz')).status).toBe(200)
})
