import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createPool, type Database } from '../../platform/database/connection.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { createPushKeys } from '../../platform/push/push-keys.ts'
import { aBloodRequest } from '../../testing/person.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeDonor, storePushDevice } from '../../testing/stored.ts'
import { AUTH_SECRET, NO_POSTING_LIMITS, PASSWORD, startTestApp } from '../../testing/test-app.ts'
import { migrate } from '../storage/migrate.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const bank = await startTestApp(NO_POSTING_LIMITS)
const rima = await bank.signedInAs({ email: 'rima@example.edu', role: 'admin' })
const ODD = 'Tab\there, back\\slash, \\N, \\., line\u2028break, ø😀, "quotes"'
const { userId } = await storeDonor(bank.db, { fullName: ODD, department: '\\.' })
const pushKeysOf = (db: Database) =>
  createPushKeys({ db, secret: AUTH_SECRET, log: { warn: () => expect.fail('the keys were replaced') } })()
const pushKey = await pushKeysOf(bank.db)
const pushDevice = await storePushDevice(bank.db, { userId })
const folder = await mkdtemp(join(tmpdir(), 'backup-'))
const pool = createPool(bank.address, () => {}, { hasTimeouts: false })
afterAll(async () => {
  await pool.end()
  await rm(folder, { recursive: true })
})

const backedUp = async (name: string) => {
  const file = join(folder, name)
  return { file, counts: await writeBackup(pool, file) }
}
const emptyDatabase = async () => {
  const { ownerAddress, owner } = await createTestDatabase('template0')
  const pool = createPool(ownerAddress, () => {}, { hasTimeouts: false })
  afterAll(() => pool.end())
  return { owner, pool }
}
const restoredDatabase = await emptyDatabase()
const untouched = await emptyDatabase()
const occupied = await emptyDatabase()

test('a backup that is made while members post is restored completely, with every earlier post', async () => {
  const posted: string[] = []
  const post = async () => {
    const { body } = await rima.call(postBloodRequest, { body: aBloodRequest() })
    posted.push(body.id)
  }
  for (let round = 0; round < 20; round++) await post()
  const earlier = [...posted]
  const [{ file, counts }] = await Promise.all([
    backedUp('under-load.gz'),
    ...Array.from({ length: 8 }, async () => {
      for (let round = 0; round < 20; round++) await post()
    }),
  ])
  expect(counts.blood_requests).toBeGreaterThanOrEqual(earlier.length)

  expect(await restoreBackup(restoredDatabase.pool, file)).toEqual(counts)
  const { rows } = await sql<{ id: string }>`select id from blood_requests`.execute(restoredDatabase.owner)
  const restored = rows.map(({ id }) => id)
  expect(restored).toHaveLength(counts.blood_requests ?? 0)
  expect(earlier.filter(id => !restored.includes(id))).toEqual([])
  expect(restored.filter(id => !posted.includes(id))).toEqual([])
})

test('unusual characters are restored unchanged, and every index agrees with its table', async () => {
  const { rows } = await sql<{ fullName: string }>`select full_name from donors`.execute(
    restoredDatabase.owner,
  )
  expect(rows).toEqual([{ fullName: ODD }])
  await sql`create extension amcheck`.execute(restoredDatabase.owner)
  await sql`
    select bt_index_check(c.oid, true) from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace and c.relam = (select oid from pg_am where amname = 'btree')`.execute(
    restoredDatabase.owner,
  )
})

test('devices get notifications after a restore with the same secret', async () => {
  const { owner } = restoredDatabase
  expect((await pushKeysOf(owner)).publicKey).toBe(pushKey.publicKey)
  expect(await owner.selectFrom('pushDevices').selectAll().execute()).toEqual([pushDevice])
})

test('waiting and failed emails are restored, in order and with their attempts', async () => {
  const { owner, pool } = await emptyDatabase()
  await enqueueMail(bank.db, 'verify-email', 'first@example.edu')
  await enqueueMail(bank.db, 'role' as never, 'second@example.edu', { aboutUserId: rima.id })
  const failed = { kind: 'verify-email', recipient: 'failed@example.edu', attempts: 10, lastError: '550\tno' }
  await bank.db.insertInto('outbox').values(failed).execute()
  // This mail is being sent at the time of the backup.
  await sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a server', attempts = 1
     where payload->>'recipient' = 'first@example.edu'`.execute(bank.db)
  const columns = ['kind', 'recipient', 'aboutUserId', 'attempts', 'nextAttemptAt', 'lastError'] as const
  const inOrder = (db: Database) => db.selectFrom('outbox').select(columns).orderBy('nextAttemptAt').execute()
  const before = await inOrder(bank.db)
  expect(before.map(({ attempts }) => attempts)).toEqual([1, 0, 10])
  const { file } = await backedUp('mails.gz')
  // A server has run on the empty database for a minute.
  await migrate(pool)
  const month = { month: '2026-01-01', posted: 0, answered: 0, medianMinutes: null, computedOn: '2026-02-01' }
  await owner.insertInto('answerTimes').values(month).execute()
  await restoreBackup(pool, file)
  expect(await inOrder(owner)).toEqual(before)
  const { rows } = await sql`select from graphile_worker.jobs where locked_at is not null`.execute(owner)
  expect(rows).toEqual([])
})

test('a backup contains no sessions and no secrets', async () => {
  const { file, counts } = await backedUp('secrets.gz')
  expect(Object.keys(counts)).not.toContain('sessions')
  const text = gunzipSync(await readFile(file)).toString()
  expect(text).toContain('rima@example.edu')
  expect(text).not.toContain(PASSWORD)
  const { rows } = await sql<{ token: string }>`select token from sessions`.execute(bank.db)
  expect(rows.length).toBeGreaterThan(0)
  for (const { token } of rows) expect(text).not.toContain(token)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('a backup is never overwritten, and a failed one leaves no file', async () => {
  const { file } = await backedUp('existing.gz')
  const before = await readFile(file)
  await expect(writeBackup(pool, file)).rejects.toThrow('existing.gz already exists')
  expect(await readFile(file)).toEqual(before)
  const nowhere = createPool({ host: '/nowhere', user: 'nobody', database: 'nothing' }, () => {})
  await expect(writeBackup(nowhere, join(folder, 'failed.gz'))).rejects.toThrow()
  const missing = join(folder, 'missing/failed.gz')
  await expect(writeBackup(pool, missing)).rejects.toThrow(`${missing} was not written: ENOENT`)
  expect((await readdir(folder)).filter(name => name.includes('failed') || name.includes('part'))).toEqual([])
})

test('what a killed backup has left is removed by the next one', async () => {
  const left = join(folder, 'yesterday.gz.part-999999999')
  await writeFile(left, '', { mode: 0o600 })
  const others = [`${left}.txt`, join(folder, `live.gz.part-${process.pid}`)]
  for (const other of others) await writeFile(other, '', { mode: 0o600 })
  await backedUp('today.gz')
  const names = await readdir(folder)
  expect([left, ...others].map(path => names.includes(basename(path)))).toEqual([false, true, true])
  for (const other of others) await rm(other)
})

test('the message about a damaged backup quotes nothing of it', async () => {
  const { file } = await backedUp('quotes.gz')
  const text = gunzipSync(await readFile(file)).toString()
  for (const [wrong, reason] of [
    [text.replace(rima.id, `s3cret-${rima.id}`), /PostgreSQL refuses line \d+ of the table \w+ \(22P02\)\.$/],
    [text.replace(/^-- Rows: /m, '-- Rows: s3cret'), /a line is malformed\.$/],
    [text.replace(/\{"madeAt/, '{s3cret "madeAt'), /^This file is not a backup/],
  ] as const) {
    await writeFile(`${file}.wrong`, gzipSync(wrong))
    const { message } = (await restoreBackup(untouched.pool, `${file}.wrong`).catch(
      (error: Error) => error,
    )) as Error
    expect(message).toMatch(reason)
    expect(message).not.toContain('s3cret')
  }
})

const DAMAGED = [
  ['without its last line', (text: string) => text.slice(0, text.lastIndexOf('-- Rows')), 'damaged'],
  ['cut off', (text: string) => text.slice(0, text.length / 2), 'damaged'],
  ['with a row missing', (text: string) => text.replace(/^.*rima@example.edu.*\n/m, ''), 'damaged'],
  ['with an unrelated line', (text: string) => text.replace('COPY "donors"', 'DROP "donors"'), 'damaged'],
] as const

test.each([
  ...DAMAGED,
  ['that is something else', () => 'hello', 'not a backup of this program'],
  ['of a newer version', (text: string) => text.replace(/"migration":"/, '"migration":"9'), 'newer version'],
  [
    'of a version before 1.0',
    (text: string) => text.replace(/"migration":"[^"]+/, '"migration":"0063-imported-donors'),
    'Restore it with version 1.0.0, then start this version on that database.',
  ],
] as const)('a backup %s is refused, and nothing of it is restored', async (name, corrupt, reason) => {
  const { file } = await backedUp(`${name}.gz`)
  const corruptFile = `${file}.corrupt`
  await writeFile(corruptFile, gzipSync(corrupt(gunzipSync(await readFile(file)).toString())))
  await expect(restoreBackup(untouched.pool, corruptFile)).rejects.toThrow(reason)
  const { rows } = await sql<{ tables: number }>`
    select count(*)::int as tables from pg_class where relname = 'users'`.execute(untouched.owner)
  if (rows[0]?.tables) {
    const users = await sql`select from users`.execute(untouched.owner)
    expect(users.rows).toEqual([])
  }
})

test('a database that is not empty is not changed', async () => {
  const { file } = await backedUp('twice.gz')
  await restoreBackup(occupied.pool, file)
  await expect(restoreBackup(occupied.pool, file)).rejects.toThrow('The database already contains data')
  const { rows } = await sql`select from users where email = 'rima@example.edu'`.execute(occupied.owner)
  expect(rows).toHaveLength(1)
})
