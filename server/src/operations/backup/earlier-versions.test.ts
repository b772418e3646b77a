import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { BACKUPS } from '../../testing/earlier-versions/backups.ts'
import { readBackupRows, readColumns, readStoredRows } from '../../testing/earlier-versions/copied-rows.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { LOGINS } from '../demo/logins.ts'
import { grantToServer } from '../storage/storage.ts'
import { restoreBackup } from './restore-backup.ts'

/** Emails are numbered anew. */
const REWRITTEN = ['outbox.id']

const restored = await Promise.all(
  BACKUPS.map(async ({ version, file }) => {
    const database = await createTestDatabase('template0')
    const counts = await restoreBackup(database.ownerPool, file)
    await grantToServer(database.owner)
    const bank = await startTestApp({}, { database })
    return { version, backup: readBackupRows(file), counts, database, bank }
  }),
)

describe.each(restored)('a backup of version $version', ({ backup, counts, database, bank }) => {
  test('is restored with every value of every row', async () => {
    const { ownerPool } = database
    const columnsNow = await readColumns(ownerPool)
    for (const [table, { columns, rows }] of backup) {
      expect([table, counts[table]]).toEqual([table, rows.length])
      expect(columns.filter(column => !columnsNow.get(table)?.includes(column))).toEqual([])
      const compared = columns.filter(column => !REWRITTEN.includes(`${table}.${column}`))
      const before = rows.map(row => compared.map(column => row[columns.indexOf(column)]).join('\t'))
      const now = (await readStoredRows(ownerPool, table, compared)).map(row => row.join('\t'))
      expect({ table, rows: now.sort() }).toEqual({ table, rows: before.sort() })
    }
  })

  test('lets its people sign in with their passwords, as who they were', async () => {
    for (const { email, password, role, emailVerified } of [LOGINS.admin, LOGINS.donor, LOGINS.newcomer]) {
      const { status, body } = await bank.stranger().call(signIn, { body: { email, password } })
      expect([status, body.user]).toMatchObject([201, { email, role, emailVerified }])
      const wrong = await bank.stranger().call(signIn, { body: { email, password: 'another password' } })
      expect(wrong).toRefuse('wrong-credentials')
    }
  })

  test('has no constraint that was not checked', async () => {
    const { rows } = await sql`select conname from pg_constraint where not convalidated`.execute(
      database.owner,
    )
    expect(rows).toEqual([])
  })
})
