import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startCluster } from '@blood-bank/postgres-local/cluster'
import { VERSION } from '../../config/version.ts'
import { createPool } from '../../platform/database/connection.ts'
import { describeBackup, tryUpgrade } from '../backup/try-upgrade.ts'
import { parseArguments } from '../process/arguments.ts'
import { requireReadable, runCommand } from '../process/run-command.ts'

const TRY_UPGRADE = { usage: 'deploy/try-upgrade BACKUP', words: [1, 1] } as const

const MB = 1_000_000
/** What an empty database needs. */
const EMPTY_MB = 100
/** PostgreSQL's log of changes grows with the rows, up to this (`max_wal_size`, and a checkpoint's time). */
const MAX_LOG_MB = 320
/** A row with its indexes, for each byte of its text. */
const GROWTH = 5

/** `deploy/try-upgrade BACKUP`. It reads no settings, so it can neither find the running site nor send anything. */
await runCommand(TRY_UPGRADE, parseArguments, async ({ words: [given = ''] }) => {
  // npm does not run it, so it is found in this process's own folder.
  const file = resolve(given)
  await requireReadable(file)
  const backup = await describeBackup(file)
  const { version, madeAt } = backup.heading
  const place = tmpdir()
  const rowsMb = Math.ceil((backup.length * GROWTH) / MB)
  await requireRoom(place, EMPTY_MB + rowsMb + Math.min(rowsMb, MAX_LOG_MB))
  const folder = await mkdtemp(join(place, 'try-upgrade-'))
  // Whoever reads the output may stop reading, as `head` does.
  process.stdout.on('error', () => {})
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupted.abort())
  try {
    console.log(
      `This is version ${VERSION}. The backup was made by version ${version}, on ${madeAt.slice(0, 16).replace('T', ' ')} UTC.`,
    )
    const cluster = await startCluster({ dataDir: folder, log: () => {} })
    const pool = createPool(cluster.connection, () => {}, { hasTimeouts: false })
    interrupted.signal.addEventListener('abort', () => void cluster.stop())
    try {
      interrupted.signal.throwIfAborted()
      for (const line of await tryUpgrade(pool, file, backup)) console.log(line)
    } finally {
      await cluster.stop()
      await pool.end()
    }
  } catch (error) {
    if (interrupted.signal.aborted)
      throw new Error('Interrupted: the trial is removed, and nothing was changed.')
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  console.log('The trial is removed. Nothing else was touched.')
})

async function requireRoom(place: string, neededMb: number) {
  const { bavail, bsize } = await statfs(place)
  const freeMb = Math.floor((bavail * bsize) / MB)
  if (freeMb < neededMb)
    throw new Error(
      `There is no room in ${place}: the trial needs ${neededMb} MB, and ${freeMb} MB are free. Choose another folder: TMPDIR=/var/tmp deploy/try-upgrade BACKUP`,
    )
}
