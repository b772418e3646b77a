import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createPool } from '../../platform/database/connection.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeDonor } from '../../testing/stored.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const SOCKET = '.s.PGSQL.5432'
/** The message CopyDone of PostgreSQL's protocol, which follows the last row, and the type of the next one. */
const COPY_DONE = Buffer.from('c\0\0\0\u0004')
const COMMAND_COMPLETE = Buffer.from('C')

const { db, address } = await createTestDatabase()
const empty = await Promise.all([0, 1, 2].map(() => createTestDatabase('template0')))
const takeEmptyDatabase = () => empty.pop() ?? expect.fail('no database is left')
const folder = await mkdtemp(join(tmpdir(), 'late-'))

/** Forwards what PostgreSQL sends, the number of copied rows later than the rows. */
async function forwardLate(from: Socket, to: Socket) {
  for await (const chunk of from as AsyncIterable<Buffer>) {
    const end = chunk.indexOf(Buffer.concat([COPY_DONE, COMMAND_COMPLETE])) + COPY_DONE.length
    const parts = end < COPY_DONE.length ? [chunk] : [chunk.subarray(0, end), chunk.subarray(end)]
    for (const [nth, part] of parts.entries()) {
      if (nth > 0) await pause(20)
      to.write(part)
    }
  }
  to.end()
}

const proxy = createServer(client => {
  const postgres = connect(join(address.host, SOCKET))
  client.pipe(postgres)
  client.on('error', () => postgres.destroy())
  void forwardLate(postgres, client).catch(() => client.destroy())
})
proxy.listen(join(folder, SOCKET))
await once(proxy, 'listening')
const pool = createPool({ ...address, host: folder }, () => {}, { hasTimeouts: false })
afterAll(async () => {
  await pool.end()
  proxy.close()
  await rm(folder, { recursive: true })
})

await storeDonor(db)

test('a backup counts its rows also when their number arrives after them', async () => {
  const file = join(folder, 'backup.gz')
  const counts = await writeBackup(pool, file)
  expect(counts).toMatchObject({ users: 1, donors: 1 })
  const { ownerAddress } = takeEmptyDatabase()
  const emptyPool = createPool(ownerAddress, () => {}, { hasTimeouts: false })
  expect(await restoreBackup(emptyPool, file)).toEqual(counts)
  await emptyPool.end()
})
