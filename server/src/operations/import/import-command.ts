import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findDonorEmails, findUniversityIds } from '../../features/donors/queries.ts'
import { findRegisteredEmails } from '../../identity/users/store.ts'
import type { Database } from '../../platform/database/connection.ts'
import { findColumns } from './columns.ts'
import { DATE_ORDERS, type DateOrder } from './donation-day.ts'
import { decideFates, type KnownPeople, type LineFate } from './fates.ts'
import { comparableId } from './plain-text.ts'
import { type ImportedDonor, type ReadingOptions, readDonor } from './read-donor.ts'
import { readTable } from './read-table.ts'

export const USAGE = `Usage: npm run import -- FILE [--dates day-first|month-first]

Reads a CSV file of donors and says for each line whether it can be imported. It is a dry run: nothing is stored, and no
mail is sent.

  --dates   how the file writes 03/04/2025. Without it, a line with such a date is refused.

Exit codes: 0 when no line is refused, 1 when one is or the file cannot be read, 2 for wrong usage.`

/** The arguments of the command; null when they are wrong or ask for help. */
export function readArguments(words: string[]): { file: string; order: DateOrder | null } | null {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { dates: { type: 'string' } },
      allowPositionals: true,
    })
    const [file, ...more] = positionals
    const order = DATE_ORDERS.find(known => known === values.dates) ?? null
    if (!file || more.length > 0 || (values.dates !== undefined && !order)) return null
    return { file: resolve(file), order }
  } catch {
    return null
  }
}

export type FileReport = { ignored: string[]; fates: LineFate[] }

/**
 * Decides what would happen to each line of a file. Only reads.
 * @throws if the file is not a table of donors
 */
export async function checkFile(db: Database, path: string, options: ReadingOptions): Promise<FileReport> {
  const [headings, ...lines] = readTable(await readFile(path))
  if (!headings) throw new Error('The file is empty.')
  const layout = findColumns(headings.cells)
  const readLines = lines.map(line => ({ line: line.line, read: readDonor(line, layout, options) }))
  const donors = readLines.flatMap(({ read }) => ('donor' in read ? [read.donor] : []))
  return { ignored: layout.ignored, fates: decideFates(readLines, await findKnown(db, donors)) }
}

async function findKnown(db: Database, donors: ImportedDonor[]): Promise<KnownPeople> {
  const emails = donors.map(({ email }) => email)
  return {
    accounts: await findRegisteredEmails(db, emails),
    donors: await findDonorEmails(db, emails),
    universityIds: await findUniversityIds(
      db,
      donors.map(({ universityId }) => comparableId(universityId)),
    ),
  }
}
