import { addDays } from '@blood-bank/contract/donors/eligibility'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../../platform/database/connection.ts'
import type { TextDayRow } from './tables.ts'

/**
 * Of a day's texts, requests of people without a record get at most so much, codes, and donors without an account, whom we tell
 * that we keep their number. Alerts with a record can use all.
 */
const NEWCOMERS_SHARE = 1 / 2
const CODES_SHARE = 1 / 5
const KEPT_DONORS_SHARE = 1 / 10

/**
 * The last of a day's codes are for networks that have had fewer than a mailbox may have, and for accounts that the club knows:
 * a campus can use the others, and whoever has many accounts leaves these. Fewer codes a day are not shared.
 */
const RESERVED_SHARE = 1 / 4
const MIN_CODES_TO_SHARE = 10
const CODES_OF_NETWORK = 3

/** Who asks for a code. */
export type CodeCause = {
  /** Keyed hashes of the caller's networks, the narrowest first. */
  networks: string[]
  /** Whether the account was verified a week ago, or its donor is Verified or was imported. */
  isKnown: boolean
}

type Use = { kind: 'alert'; hasRecord: boolean } | ({ kind: 'code' } & CodeCause) | { kind: 'kept' }

const atLeastOne = (share: number) => Math.max(1, Math.floor(share))

/** How many donors without an account can be texted in a day. */
export const keptTextsPerDay = (perDay: number): number => atLeastOne(perDay * KEPT_DONORS_SHARE)

/** How many more texts of a use fit into the limit of a day. */
function leftFor(day: TextDayRow, use: Use, perDay: number): number {
  const left = perDay - day.texts
  if (use.kind === 'kept') return Math.min(left, keptTextsPerDay(perDay) - day.keptTexts)
  if (use.kind === 'alert')
    return use.hasRecord ? left : Math.min(left, atLeastOne(perDay * NEWCOMERS_SHARE) - day.newcomerTexts)
  const codes = atLeastOne(perDay * CODES_SHARE)
  const codesLeft = Math.min(left, codes - day.codes)
  const isReserved = codes >= MIN_CODES_TO_SHARE && codesLeft <= codes * RESERVED_SHARE
  // Of an IPv6 /56 twice, of a /48 four times as many, as in other limits by network.
  const hasHad = use.networks.some(
    (network, nth) => (day.codeNetworks[network] ?? 0) >= CODES_OF_NETWORK * 2 ** nth,
  )
  return isReserved && hasHad && !use.isKnown ? 0 : codesLeft
}

type Reservation = {
  /** The calendar date in the site's time zone. */
  day: string
  count: number
  /** How many text messages of all kinds may be enqueued on this day. */
  perDay: number
  use: Use
}

/**
 * Counts text messages that are about to be enqueued, or codes that are about to be sent. The row of the day stays locked
 * until the end of the transaction, which therefore locks nothing else afterwards.
 * @returns how many of them fit into the limit
 */
export async function reserveTexts(
  db: Transaction,
  { day, count, perDay, use }: Reservation,
): Promise<number> {
  const row = await db
    .insertInto('textDays')
    .values({ day, texts: 0 })
    // Locks the row that is there.
    .onConflict(conflict => conflict.column('day').doUpdateSet({ day }))
    .returningAll()
    .executeTakeFirstOrThrow()
  const reserved = Math.max(0, Math.min(count, leftFor(row, use, perDay)))
  await addTexts(db, row, use, reserved)
  return reserved
}

/** Takes back that a code was counted. */
export async function releaseCode(db: Transaction, day: string, cause: CodeCause): Promise<void> {
  const row = await db
    .selectFrom('textDays')
    .selectAll()
    .where('day', '=', day)
    .forUpdate()
    .executeTakeFirst()
  if (row) await addTexts(db, row, { kind: 'code', ...cause }, -1)
}

async function addTexts(db: Transaction, row: TextDayRow, use: Use, count: number): Promise<void> {
  if (count === 0) return
  const codeNetworks = { ...row.codeNetworks }
  if (use.kind === 'code')
    for (const network of use.networks) codeNetworks[network] = (codeNetworks[network] ?? 0) + count
  await db
    .updateTable('textDays')
    .set({
      texts: row.texts + count,
      ...(use.kind === 'alert' && !use.hasRecord && { newcomerTexts: row.newcomerTexts + count }),
      ...(use.kind === 'kept' && { keptTexts: row.keptTexts + count }),
      ...(use.kind === 'code' && {
        codes: row.codes + count,
        codeNetworks: sql`${JSON.stringify(codeNetworks)}::jsonb`,
      }),
    })
    .where('day', '=', row.day)
    .execute()
}

const NO_TEXTS = { texts: 0, newcomerTexts: 0, codes: 0, keptTexts: 0, codeNetworks: {} }

const readDay = async (db: Database, day: string): Promise<TextDayRow> =>
  (await db.selectFrom('textDays').selectAll().where('day', '=', day).executeTakeFirst()) ?? {
    day,
    ...NO_TEXTS,
  }

/** Whether another code fits into the limit of a day. */
export const isCodeLeft = async (
  db: Database,
  { day, perDay, cause }: { day: string; perDay: number; cause: CodeCause },
): Promise<boolean> => leftFor(await readDay(db, day), { kind: 'code', ...cause }, perDay) > 0

/** Whether a day's texts are used up. */
export const areTextsUsedUp = async (db: Database, day: string, perDay: number): Promise<boolean> =>
  leftFor(await readDay(db, day), { kind: 'alert', hasRecord: true }, perDay) <= 0

/** Removes the counts of past days, which nothing reads. */
export async function removeOldTextDays(db: Database, today: string): Promise<void> {
  await db.deleteFrom('textDays').where('day', '<=', addDays(today, -RETENTION.textCountDays)).execute()
}
