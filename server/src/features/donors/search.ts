import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { otherDonorGroupsFor } from '@blood-bank/contract/donors/compatibility'
import { addDays, type EligibilityDay, restOf } from '@blood-bank/contract/donors/eligibility'
import {
  DONOR_PARTS,
  type DonorCounts,
  type DonorPart,
  type DonorSearchPage,
  type DonorSearchQuery,
  searchCompatibleDonors,
  searchDonors,
} from '@blood-bank/contract/donors/endpoints'
import type { CountedPage } from '@blood-bank/contract/listing'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import type { Database } from '../../platform/database/connection.ts'
import { InvalidCursorError, pageOf, readCursor } from '../../platform/database/listing.ts'
import { canDonate, isSearchableDonor } from './queries.ts'
import type { DonorRow } from './tables.ts'
import { donorForSearch } from './view.ts'

/** Search for donors of a blood group, and for those of the other groups that can give to it. */
export function donorSearchRoutes({ http, db, config, today }: Context): void {
  const { defaultPhoneCountry: country, intervals } = config

  const search = async (
    bloodGroups: readonly BloodGroup[],
    { query, withholdsNumbers }: { query: DonorSearchQuery; withholdsNumbers: boolean },
  ): Promise<DonorSearchPage> => {
    const day = { ...intervals, today: today() }
    const page = await readPage(db, { ...query, ...day, bloodGroups })
    const setting = { country, withholdsNumbers, ...day }
    return { ...page, records: page.records.map(donor => donorForSearch(donor, setting)) }
  }

  const searchOptions = {
    cachedUntilChangeOf: ['donors'],
    dependsOnToday: true,
    limits: 'numbers and people',
  } as const

  serve(http, searchDonors, async call => search([call.query.bloodGroup], call), searchOptions)

  serve(
    http,
    searchCompatibleDonors,
    async call => search(otherDonorGroupsFor(call.query.bloodGroup), call),
    searchOptions,
  )
}

type DonorSearch = EligibilityDay & {
  /** In the order in which their donors are listed within a part. */
  bloodGroups: readonly BloodGroup[]
  limit: number
  after?: string | undefined
}

/** How long the next page of a search can be asked for. */
const MAX_CURSOR_DAYS = 7

/** The donors of one blood group in one part of a search. */
type Run = { part: DonorPart; bloodGroup: BloodGroup }

/**
 * Reads one page of a search. First come the donors who can be called now, then those who can be asked, then those who can
 * donate later. In each part donors are listed by blood group, within it those who show their number come first, then
 * verified donors, then the newest. Later pages are ordered by the calendar date of the first page, so that no donor is
 * missing or listed twice if the day changes in between.
 */
async function readPage(
  db: Database,
  { bloodGroups, limit, after, ...searched }: DonorSearch,
): Promise<CountedPage<DonorRow> & { counts: DonorCounts | null }> {
  const place = readPlace(after)
  const { today } = searched
  const day = { ...searched, today: place?.orderedOn ?? today }
  const runs = DONOR_PARTS.flatMap(part => bloodGroups.map((bloodGroup): Run => ({ part, bloodGroup })))
  const start = place
    ? runs.findIndex(run => run.part === place.part && run.bloodGroup === place.bloodGroup)
    : 0
  // The cursor may come from a search for another blood group, or be made up: who can donate on any other day would tell
  // when a donor last donated. On these days everybody could see it.
  const isOfAnotherTime =
    place && (place.orderedOn > today || place.orderedOn < addDays(today, -MAX_CURSOR_DAYS))
  if (start < 0 || isOfAnotherTime) throw new InvalidCursorError()

  const rows: DonorRow[] = []
  for (const [at, run] of runs.slice(start).entries()) {
    const query = donorsOf(db, run, day)
      .$if(place !== null && at === 0, rest => rest.where(sql<SqlBool>`${POSITION} < ${place?.position}`))
      .limit(limit + 1 - rows.length)
    rows.push(...(await query.execute()))
    if (rows.length > limit) break
  }
  const page = pageOf(rows, limit, row => [
    day.today,
    row.bloodGroup,
    restOf('blood', row, day) === null,
    row.allowContactVisibility,
    row.isVerified,
    row.registeredAt.toISOString(),
    row.id,
  ])
  if (after !== undefined) return { ...page, counts: null, total: null }
  const counts = page.next === null ? countRows(rows, day) : await countDonors(db, bloodGroups, day)
  return { ...page, counts, total: counts.toCall + counts.toAsk + counts.later }
}

const POSITION = sql`(allow_contact_visibility, is_verified, registered_at, id)`

function readPlace(after: string | undefined) {
  const cursor = readCursor(after, 'date', 'text', 'boolean', 'boolean', 'boolean', 'time', 'id')
  if (!cursor) return null
  const [orderedOn, bloodGroup, canDonate, showsNumber, isVerified, registeredAt, id] = cursor
  const position = sql`(${showsNumber}::boolean, ${isVerified}::boolean, ${registeredAt}::timestamptz, ${id}::uuid)`
  return { orderedOn, bloodGroup, part: partWith(canDonate, showsNumber), position }
}

const partWith = (canDonate: boolean, showsNumber: boolean): DonorPart =>
  canDonate ? (showsNumber ? 'toCall' : 'toAsk') : 'later'

const searchable = (db: Database, bloodGroups: readonly BloodGroup[]) =>
  db.selectFrom('donors').where('bloodGroup', 'in', bloodGroups).where(isSearchableDonor())

// The index of the search contains the date, so donors of another part are passed over within the index.
function donorsOf(db: Database, { part, bloodGroup }: Run, day: EligibilityDay) {
  return searchable(db, [bloodGroup])
    .where(canDonate('blood', day, part !== 'later'))
    .$if(part !== 'later', rest => rest.where('allowContactVisibility', '=', part === 'toCall'))
    .selectAll()
    .orderBy('allowContactVisibility', 'desc')
    .orderBy('isVerified', 'desc')
    .orderBy('registeredAt', 'desc')
    .orderBy('id', 'desc')
}

function countRows(rows: DonorRow[], day: EligibilityDay): DonorCounts {
  const counts = { toCall: 0, toAsk: 0, later: 0 }
  for (const row of rows)
    counts[partWith(restOf('blood', row, day) === null, row.allowContactVisibility)] += 1
  return counts
}

async function countDonors(
  db: Database,
  bloodGroups: readonly BloodGroup[],
  day: EligibilityDay,
): Promise<DonorCounts> {
  const { toCall, toAsk, later } = await searchable(db, bloodGroups)
    .select([
      sql<string>`count(*) filter (where ${canDonate('blood', day)} and allow_contact_visibility)`.as(
        'toCall',
      ),
      sql<string>`count(*) filter (where ${canDonate('blood', day)} and not allow_contact_visibility)`.as(
        'toAsk',
      ),
      sql<string>`count(*) filter (where ${canDonate('blood', day, false)})`.as('later'),
    ])
    .executeTakeFirstOrThrow()
  return { toCall: Number(toCall), toAsk: Number(toAsk), later: Number(later) }
}
