import { readFile } from 'node:fs/promises'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { sql } from 'kysely'
import { findDonorEmails, findUniversityIds } from '../../features/donors/queries.ts'
import { listHalls } from '../../features/halls/store.ts'
import {
  eraseUnclaimedDonors,
  findExpiryOfImported,
  findImportedUniversityIds,
  importDonors,
} from '../../features/kept-donors/claims/store.ts'
import type { OptOuts } from '../../features/kept-donors/opt-outs.ts'
import { findKeptNumbers, findNumbersOfDonors } from '../../features/kept-donors/queries.ts'
import { importKeptDonors, keyOf, lockNumbers } from '../../features/kept-donors/store.ts'
import { donorCallers } from '../../identity/coordinators/store.ts'
import { findVerifiedEmails } from '../../identity/users/store.ts'
import { formatUsDate } from '../../platform/clock/local-time.ts'
import { type Database, inTransaction } from '../../platform/database/connection.ts'
import { type Command, parseArguments, UsageError } from '../process/arguments.ts'
import { fromWhereItWasTyped } from '../process/run-command.ts'
import { findColumns } from './columns.ts'
import { DATE_ORDERS, type DateOrder } from './donation-day.ts'
import { checkLines, type KnownPeople, type LineResult } from './line-results.ts'
import { comparableId } from './plain-text.ts'
import { type ImportedDonor, type ReadingOptions, readDonor } from './read-donor.ts'
import { readTable } from './read-table.ts'

export const IMPORT = {
  usage: 'npm run import -- FILE [--dry-run] [--dates day-first|month-first]',
  about: `Reads a CSV file of donors, says for each line whether it is imported, and asks those people by email to claim their
profile. Nobody sees anything of them before they agree; whoever does not within ${RETENTION.importedDonorDays} days is erased. With a column
Consent (paper or said), coordinators can call those people, also without an email address. Lines that are
refused are left out: correct them and run the command again. Nobody gets a second email.

  --dry-run  only says what would happen: stores nothing and sends no email.
  --dates    how the file writes 03/04/2025. Without it, a line with such a date is refused.

Exit codes: 0 when no line is refused, 1 when one is or the file cannot be read, 2 for wrong usage.`,
  options: { dates: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  words: [1, 1],
} as const satisfies Command

type Arguments = { file: string; order: DateOrder | null; isDryRun: boolean }

/**
 * The arguments of the command. Without the `--` before them, npm takes `--dry-run` for itself and only sets a variable: the
 * import would be a real one.
 */
export function readArguments(
  args: string[],
  command: Command = IMPORT,
  environment = process.env,
): Arguments {
  const { values, words } = parseArguments(args, command)
  const [file = ''] = words
  const order = DATE_ORDERS.find(known => known === values.dates) ?? null
  if (values.dates !== undefined && !order)
    throw new UsageError(`There is no order of dates "${values.dates}"`)
  const isDryRun = values['dry-run'] === true || environment.npm_config_dry_run === 'true'
  return { file: fromWhereItWasTyped(file, environment), order, isDryRun }
}

type FileReport = { ignored: string[]; results: LineResult[] }

type CheckOptions = Omit<ReadingOptions, 'halls' | 'keepers'> & {
  timeZone: string
  now: Date
  optOuts: OptOuts
}

type Caller = { id: string; email: string; hallId: string | null }

/**
 * Decides what would happen to each line of a file. Only reads.
 * @throws if the file is not a table of donors
 */
export async function checkFile(db: Database, path: string, options: CheckOptions): Promise<FileReport> {
  const [headings, ...lines] = readTable(await readFile(path))
  if (!headings) throw new Error('The file is empty.')
  const layout = findColumns(headings.cells)
  const halls = new Map((await listHalls(db)).map(({ id, name }) => [name.toLowerCase(), id]))
  const { rows: callers } = await sql<Caller>`select * from ${donorCallers(options.now)} callers`.execute(db)
  const keepers = new Map(callers.map(caller => [caller.email, caller]))
  const readLines = lines.map(line => ({
    line: line.line,
    read: readDonor(line, layout, { ...options, halls, keepers }),
  }))
  const donors = readLines.flatMap(({ read }) => ('donor' in read ? [read.donor] : []))
  const known = await findKnown(db, donors, options)
  return { ignored: layout.ignored, results: checkLines(readLines, known) }
}

/**
 * Imports the lines of a file that are ready, and enqueues the mails to these people. Lines that are refused do not hold
 * them back: whoever runs the command again with the corrected file sends no second mail.
 * @throws if the file is not a table of donors
 */
export async function importFile(db: Database, path: string, options: CheckOptions): Promise<FileReport> {
  // Those whom nobody has claimed in time can be imported again.
  await inTransaction(db, db => eraseUnclaimedDonors(db, options.now))
  return inTransaction(db, async db => {
    const { ignored, results } = await checkFile(db, path, options)
    const ready = results.flatMap(result => (result.outcome === 'ready' ? [result.donor] : []))
    const profiles = ready.filter(donor => donor.email !== null)
    const kept = ready.filter(donor => donor.email === null)
    const imported = new Set<string>([
      ...(await importDonors(db, profiles, options.now)),
      ...(await importKeptDonors(db, kept, options.now)),
    ])
    return { ignored, results: results.map(result => asImported(result, imported)) }
  })
}

/** Somebody may register, or be imported by another run, between the check and the import. */
const asImported = (result: LineResult, imported: ReadonlySet<string>): LineResult =>
  result.outcome !== 'ready' || imported.has(keyOf(result.donor))
    ? result
    : {
        line: result.line,
        outcome: 'known',
        reason: `${result.donor.email ?? result.donor.contactNumber} has registered or was imported in the meantime.`,
      }

async function findKnown(
  db: Database,
  donors: ImportedDonor[],
  { now, timeZone, optOuts }: CheckOptions,
): Promise<KnownPeople> {
  const emails = donors.flatMap(({ email }) => email ?? [])
  const numbers = donors.flatMap(donor => (donor.consentKind ? [donor.contactNumber] : []))
  const universityIds = donors.flatMap(({ universityId }) =>
    universityId ? [comparableId(universityId)] : [],
  )
  // Nobody keeps or stops them before the import has ended.
  await lockNumbers(db, numbers)
  const expiries = await findExpiryOfImported(db, emails, now)
  return {
    accounts: await findVerifiedEmails(db, emails),
    donors: await findDonorEmails(db, emails),
    universityIds: await findUniversityIds(db, universityIds),
    imported: new Map([...expiries].map(([email, expiresAt]) => [email, formatUsDate(expiresAt, timeZone)])),
    optedOut: await optOuts.find(db, [...emails, ...numbers]),
    numbersOfDonors: await findNumbersOfDonors(db, numbers),
    numbersKept: await findKeptNumbers(db, numbers),
    importedUniversityIds: await findImportedUniversityIds(db, universityIds, now),
  }
}
