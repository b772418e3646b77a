import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const STORAGE = join(import.meta.dirname, '../../operations/storage')
const FOLDER = join(STORAGE, 'earlier-versions')

/** The sums of the migrations of all releases. */
export const SUMS = join(STORAGE, 'migrations/SHA256SUMS')

export const sumOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** A backup of every version that this one can restore, the newest last, made by the program of that version. */
export const BACKUPS = readdirSync(FOLDER)
  .filter(name => name.endsWith('.backup'))
  .map(name => ({ version: name.replace('.backup', ''), file: join(FOLDER, name) }))
  .sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }))

/** The one of the newest version. */
export const NEWEST_BACKUP = BACKUPS.at(-1)?.file ?? ''

/** The one of the oldest version. */
export const OLDEST_BACKUP = BACKUPS[0]?.file ?? ''
