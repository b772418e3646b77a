import { expect, test } from 'vitest'
import { createDatabase, createPool, inTransaction } from '../../../platform/database/connection.ts'
import { storeDonors } from '../../../testing/alerts/alerts.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { introduceAlerts } from './introduce-alerts.ts'

const bank = await startTestApp()

/** A server whose connection ends when it sends its nth statement, as by kill -9. @returns how many donors it introduced */
async function introduceAndDie(nth: number): Promise<number | 'killed'> {
  const pool = createPool(bank.address, () => {}, { hasTimeouts: false, connections: 1 })
  let statements = 0
  pool.on('connect', client => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    client.query = (async (...args: unknown[]) => {
      statements += 1
      if (statements === nth) await query('select pg_terminate_backend(pg_backend_pid())').catch(() => {})
      return query(...args)
    }) as typeof client.query
  })
  try {
    return await inTransaction(createDatabase(pool), db => introduceAlerts(db, bank.now()))
  } catch (error) {
    if (statements < nth) throw error
    return 'killed'
  } finally {
    await pool.end()
  }
}

/** The donors to whom alerts are introduced, and the donors who get the email. */
async function introduced() {
  const choices = bank.db
    .selectFrom('alertPreferences')
    .select('userId')
    .where('firstAlertFrom', 'is not', null)
  const mails = bank.db.selectFrom('outbox').select('aboutUserId').where('kind', '=', 'alerts-introduced')
  return {
    donors: (await choices.execute()).map(({ userId }) => userId).toSorted(),
    mails: (await mails.execute()).map(({ aboutUserId }) => aboutUserId).toSorted(),
  }
}

test('a server that is killed at any statement introduces alerts to nobody, and the next one to everybody once', async () => {
  const donors = await storeDonors(bank, 5)
  await bank.db
    .insertInto('alertPreferences')
    .values(donors.map(userId => ({ userId, firstAlertFrom: null })))
    .execute()
  let nth = 1
  while ((await introduceAndDie(nth)) === 'killed') {
    expect(await introduced(), `killed at statement ${nth}`).toEqual({ donors: [], mails: [] })
    nth += 1
  }
  // Begin, four statements or more, and commit.
  expect(nth).toBeGreaterThan(6)
  expect(await introduced()).toEqual({ donors: donors.toSorted(), mails: donors.toSorted() })
  expect(await introduceAndDie(Number.POSITIVE_INFINITY)).toBe(0)
  expect(await introduced()).toEqual({ donors: donors.toSorted(), mails: donors.toSorted() })
})
