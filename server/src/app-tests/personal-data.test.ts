import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { listBloodRequests } from '@blood-bank/contract/blood-requests/administration'
import { listDonors } from '@blood-bank/contract/donors/administration'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import { exportOwnAccount } from '@blood-bank/contract/own-account/account-export'
import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { PERSONAL_DATA } from '@blood-bank/contract/personal-data/groups'
import { NOT_PERSONAL, TABLE_CLAIMS } from '@blood-bank/contract/testing/table-claims'
import { listUsers } from '@blood-bank/contract/users/administration'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { writeBackup } from '../operations/backup/write-backup.ts'
import { createLog } from '../platform/http/log.ts'
import { aDonor } from '../testing/person.ts'
import { storePersonalData } from '../testing/personal-data.ts'
import { everyRow } from '../testing/postgres/every-row.ts'
import { createTestDatabase } from '../testing/postgres/test-database.ts'
import { storeBloodRequest } from '../testing/stored.ts'
import { PASSWORD, startTestApp } from '../testing/test-app.ts'

/** `everyRow` leaves them out: they hold ids, lose their rows in a crash, and housekeeping deletes the rest. */
const UNLOGGED = ['live_changes']

const lines: string[] = []
const log = createLog({ logLevel: 'trace' }, { write: line => void lines.push(line) })
const database = await createTestDatabase()
const bank = await startTestApp({}, { log, database })
const admin = await bank.signedInAs({ email: 'head@example.edu', role: 'admin' })

test('the privacy page names every table of the database', async () => {
  const tables = [...(await everyRow(bank.owner)).keys(), ...UNLOGGED]
  expect([...Object.keys(TABLE_CLAIMS), ...NOT_PERSONAL].sort()).toEqual(tables.sort())
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relpersistence = 'u'`.execute(bank.owner)
  expect(rows.map(({ name }) => name)).toEqual(UNLOGGED)
})

test('no table is named twice', () => {
  const named = Object.values(PERSONAL_DATA).flatMap(kinds => kinds.flatMap(kind => Object.keys(kind.tables)))
  expect(named).toEqual([...new Set(named)])
})

test('what is left out of the download, and what remains after an erasure, is said where it is so', () => {
  for (const { name, tables, leftOut, remains } of Object.values(PERSONAL_DATA).flat()) {
    const claims = Object.values(tables)
    expect([name, leftOut !== undefined]).toEqual([name, claims.some(claim => claim.export === null)])
    if (claims.some(claim => claim.erasure === 'anonymized')) expect([name, remains]).not.toContain(undefined)
  }
})

/** Everything that others may see of the people here: backups, the log, lists and downloads. */
async function everyCopy(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'erasure-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'backup.gz')
  await writeBackup(database.ownerPool, file)
  const replies = [
    await admin.call(listUsers, { query: {} }),
    await admin.call(listDonors, { query: {} }),
    await admin.call(listBloodRequests, { query: {} }),
    await admin.call(exportOwnAccount),
  ]
  return [gunzipSync(await readFile(file)).toString(), lines.join(''), ...replies.map(({ text }) => text)]
}

test('an erasure does to the rows of every table what the privacy page says, and leaves no copy of them', async () => {
  const otherRequest = await storeBloodRequest(bank.db)
  const before = await everyRow(bank.owner)
  const email = 'rima.zaman@example.edu'
  // By the password, as a sign-in is counted, too.
  const { id } = await bank.newMember({ email })
  const rima = await bank.signIn(email)
  await rima.call(registerDonor, { body: aDonor({ fullName: 'Rima Zamanseed' }) })
  await storePersonalData(bank.db, { admin, otherRequest, person: { id, email } })
  const during = await everyRow(bank.owner)
  const reply = await rima.call(eraseOwnAccount, { body: { password: PASSWORD } })
  expect([reply.status, reply.body]).toEqual([
    200,
    { message: 'Your account and everything in it have been erased.' },
  ])
  const after = await everyRow(bank.owner)

  for (const [table, { erasure }] of Object.entries(TABLE_CLAIMS)) {
    if (UNLOGGED.includes(table)) continue
    const rowsAt = (moment: typeof before) => moment.get(table) ?? []
    const theirs = rowsAt(during).filter(row => !rowsAt(before).includes(row))
    expect(theirs, `storePersonalData stores nothing in ${table}`).not.toEqual([])
    if (erasure === 'deleted') {
      expect(rowsAt(after).filter(row => theirs.includes(row))).toEqual([])
      if (table !== 'attempt_limits') expect(rowsAt(after)).toEqual(expect.arrayContaining(rowsAt(before)))
    } else expect(rowsAt(after).length, table).toBeGreaterThanOrEqual(rowsAt(during).length)
    // The id in the audit log refers to nobody any more.
    const identity = [email, 'Zamanseed', ...(table === 'audit_entries' ? [] : [id])]
    for (const word of identity) expect(rowsAt(after).join(), table).not.toContain(word)
  }

  expect(lines.join('')).toContain(eraseOwnAccount.path)
  for (const copy of await everyCopy())
    for (const word of [email, 'Zamanseed']) expect(copy).not.toContain(word)
})
