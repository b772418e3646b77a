import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { addDays, type Day, isEligible } from '@blood-bank/contract/donors/eligibility'
import type { CountedPage } from '@blood-bank/contract/paging'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { withTotal } from '../../platform/database/counted-page.ts'
import { InvalidCursorError, pageOf, readCursor } from '../../platform/database/cursor.ts'
import { countMatching } from '../../platform/database/listing.ts'
import { canDonate, isSearchableDonor } from './queries.ts'
import type { DonorRow } from './tables.ts'

type DonorSearch = Day & {
  /** In the order in which their donors are listed. */
  bloodGroups: readonly BloodGroup[]
  limit: number
  after?: string | undefined
}

/** How long the next page of a search can be asked for. */
const MAX_CURSOR_DAYS = 7

/** A part of a search: the donors of one blood group who can donate, or those who cannot donate yet. */
type Part = { bloodGroup: BloodGroup; canDonate: boolean }

/**
 * Reads one page of a search. Donors are listed by blood group; within a group those who can donate come first, then
 * verified donors, then the newest. Later pages are ordered by the calendar date of the first page, so that no donor is
 * missing or listed twice if the day changes in between.
 */
export async function searchDonors(
  db: Database,
  { bloodGroups, intervalDays, today, limit, after }: DonorSearch,
): Promise<CountedPage<DonorRow>> {
  const place = readPlace(after)
  const day = { intervalDays, today: place?.orderedOn ?? today }
  const parts = bloodGroups.flatMap(bloodGroup => [
    { bloodGroup, canDonate: true },
    { bloodGroup, canDonate: false },
  ])
  const start = place
    ? parts.findIndex(part => part.bloodGroup === place.bloodGroup && part.canDonate === place.canDonate)
    : 0
  // The cursor may come from a search for another blood group, or be made up: who can donate on any other day would tell
  // when a donor last donated. On these days everybody could see it.
  const isOfAnotherTime =
    place && (place.orderedOn > today || place.orderedOn < addDays(today, -MAX_CURSOR_DAYS))
  if (start < 0 || isOfAnotherTime) throw new InvalidCursorError()

  const rows: DonorRow[] = []
  for (const [at, part] of parts.slice(start).entries()) {
    const query = donorsOf(db, part, day)
      .$if(place !== null && at === 0, rest => rest.where(sql<boolean>`${POSITION} < ${place?.position}`))
      .limit(limit + 1 - rows.length)
    rows.push(...(await query.execute()))
    if (rows.length > limit) break
  }
  const page = pageOf(rows, limit, row => [
    day.today,
    row.bloodGroup,
    isEligible(row.latestDonationDate, day),
    row.isVerified,
    row.registeredAt.toISOString(),
    row.id,
  ])
  return withTotal(page, { after, count: () => countMatching(searchable(db, bloodGroups)) })
}

const POSITION = sql`(is_verified, registered_at, id)`

function readPlace(after: string | undefined) {
  const cursor = readCursor(after, 'date', 'text', 'boolean', 'boolean', 'time', 'id')
  if (!cursor) return null
  const [orderedOn, bloodGroup, canDonate, isVerified, registeredAt, id] = cursor
  const position = sql`(${isVerified}::boolean, ${registeredAt}::timestamptz, ${id}::uuid)`
  return { orderedOn, bloodGroup, canDonate, position }
}

const searchable = (db: Database, bloodGroups: readonly BloodGroup[]) =>
  db.selectFrom('donors').where('bloodGroup', 'in', bloodGroups).where(isSearchableDonor())

// The index of the search contains the date, so donors of the other part are passed over within the index.
function donorsOf(db: Database, part: Part, day: Day) {
  return searchable(db, [part.bloodGroup])
    .where(canDonate(day, part.canDonate))
    .selectAll()
    .orderBy('isVerified', 'desc')
    .orderBy('registeredAt', 'desc')
    .orderBy('id', 'desc')
}
