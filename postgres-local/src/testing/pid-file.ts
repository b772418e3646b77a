import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes postmaster.pid as PostgreSQL does, with the id of another process. */
export function writePidFile(dataDir: string, pid: number): void {
  const cluster = join(dataDir, 'postgres')
  const lines = [
    pid,
    cluster,
    1_700_000_000,
    5432,
    join(dataDir, 'run'),
    '',
    '  1234567    999999',
    'ready   ',
  ]
  writeFileSync(join(cluster, 'postmaster.pid'), `${lines.join('\n')}\n`)
}
