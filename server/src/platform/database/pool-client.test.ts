import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { storeDonor } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const rima = await bank.signedInAs()
await storeDonor(bank.db, { userId: rima.id })

test('a statement with values is prepared once per connection and reused', async () => {
  const client = await bank.pool.connect()
  try {
    for (let time = 0; time < 3; time += 1) {
      expect((await client.query('select $1::int + 1 as sum', [time])).rows).toEqual([{ sum: time + 1 }])
      const { rows } = await new Promise<{ rows: unknown[] }>((resolve, reject) =>
        client.query('select $1::int + 2 as sum', [time], (error, result) =>
          error ? reject(error) : resolve(result),
        ),
      )
      expect(rows).toEqual([{ sum: time + 2 }])
    }
    const { rows } = await client.query(
      `select statement, generic_plans + custom_plans as uses from pg_prepared_statements
       where statement like 'select $1::int%' order by 1`,
    )
    expect(rows).toEqual([
      { statement: 'select $1::int + 1 as sum', uses: '3' },
      { statement: 'select $1::int + 2 as sum', uses: '3' },
    ])
  } finally {
    client.release()
  }
})

test('after a migration by a newer server, a call fails at most once per open connection', async () => {
  for (let time = 0; time < 3; time += 1) expect((await rima.call(readOwnDonor)).status).toBe(200)
  await sql`alter table donors add column of_a_newer_version text`.execute(bank.owner)
  const connections = bank.pool.totalCount
  const statuses: number[] = []
  while (statuses.at(-1) !== 200 && statuses.length <= connections) {
    const reply = await rima.call(readOwnDonor)
    statuses.push(reply.status)
    if (reply.status !== 200) expect(reply.headers['retry-after']).toBe('5')
  }
  expect(statuses.filter(status => status !== 503)).toEqual([200])
  expect(statuses.length).toBeGreaterThan(1)
  for (let time = 0; time < 3; time += 1) expect((await rima.call(readOwnDonor)).status).toBe(200)
})
