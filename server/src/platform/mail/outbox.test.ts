import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/test-database.ts'
import { createDatabase, createPool, inTransaction } from '../database/connection.ts'
import { claimDueMails, enqueueMail, MOST_ATTEMPTS, postponeMail, removeMail } from './outbox.ts'

const { db, address } = await openTestDatabase()
beforeEach(async () => {
  await db.deleteFrom('outbox').execute()
})

const enqueue = (recipient: string) => enqueueMail(db, 'verify-email', recipient)
const makeDue = () =>
  db
    .updateTable('outbox')
    .set({ nextAttemptAt: new Date(0) })
    .execute()

/** In how many seconds the only mail is tried again, rounded to whole ones. */
async function pause() {
  const { rows } = await sql<{ seconds: number }>`
    select round(extract(epoch from next_attempt_at - now()))::float as seconds from outbox`.execute(db)
  return rows[0]?.seconds ?? Number.NaN
}

test('a mail is taken up by one worker, and by the next one only when the lease is over', async () => {
  await enqueue('rima@example.edu')
  expect(await claimDueMails(db, 10)).toMatchObject([{ recipient: 'rima@example.edu', attempts: 1 }])
  expect(await claimDueMails(db, 10)).toEqual([])
  expect(await pause()).toBeGreaterThan(30)
  expect(await pause()).toBeLessThanOrEqual(60)
  await makeDue()
  expect(await claimDueMails(db, 10)).toMatchObject([{ attempts: 2 }])
})

test('a mail is due in the very moment in which it is written', async () => {
  for (let mail = 0; mail < 200; mail += 1) {
    await enqueue(`person${mail}@example.edu`)
    expect(await claimDueMails(db, 10)).toHaveLength(1)
  }
})

test('two servers that take up mails at once share them, each mail once', async () => {
  for (let mail = 0; mail < 60; mail += 1) await enqueue(`person${mail}@example.edu`)
  const pools = [createPool(address, () => {}), createPool(address, () => {})]
  const taken: string[] = []
  await Promise.all(
    pools.map(createDatabase).map(async db => {
      for (let mails = await claimDueMails(db, 3); mails.length > 0; mails = await claimDueMails(db, 3))
        taken.push(...mails.map(mail => mail.recipient))
    }),
  )
  expect(taken).toHaveLength(60)
  expect(new Set(taken).size).toBe(60)
  for (const pool of pools) await pool.end()
})

test('no more are taken up than asked for, the longest due first', async () => {
  for (const recipient of ['late@example.edu', 'early@example.edu', 'middle@example.edu'])
    await enqueue(recipient)
  const order = ['early@example.edu', 'middle@example.edu', 'late@example.edu']
  for (const [at, recipient] of order.entries())
    await db
      .updateTable('outbox')
      .set({ nextAttemptAt: new Date(at) })
      .where('recipient', '=', recipient)
      .execute()
  const taken = (await claimDueMails(db, 2)).map(mail => mail.recipient)
  expect(taken.sort()).toEqual(order.slice(0, 2).sort())
})

test('a mail of something that did not happen is not there', async () => {
  const failing = inTransaction(db, async db => {
    await enqueueMail(db, 'verify-email', 'rima@example.edu')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await claimDueMails(db, 10)).toEqual([])
})

test('a mail that fails waits twice as long each time, keeps why, and is dead after the tenth', async () => {
  await enqueue('rima@example.edu')
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    await makeDue()
    const [mail, ...more] = await claimDueMails(db, 10)
    expect([mail?.attempts, more]).toEqual([attempt, []])
    if (mail) await postponeMail(db, mail, `failure ${attempt} ${'x'.repeat(1000)}`)
    const seconds = 10 * 2 ** (attempt - 1)
    const waits = await pause()
    expect(waits).toBeLessThanOrEqual(seconds)
    expect(waits).toBeGreaterThan(seconds / 2 - 1)
  }
  await makeDue()
  expect(await claimDueMails(db, 10)).toEqual([])
  const [dead] = await db.selectFrom('outbox').selectAll().execute()
  expect(dead).toMatchObject({ attempts: 10, recipient: 'rima@example.edu' })
  expect(dead?.lastError).toMatch(/^failure 10 x+$/)
  expect(dead?.lastError).toHaveLength(500)
})

test('a mail that was sent is gone', async () => {
  await enqueue('rima@example.edu')
  const [mail] = await claimDueMails(db, 10)
  await removeMail(db, mail?.id ?? '')
  expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
})
