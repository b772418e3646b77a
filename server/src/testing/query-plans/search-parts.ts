import { searchDonors } from '../../features/donors/search-queries.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { WithLabel } from './caller.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Reads the page on which a search turns from donors who can donate to those who cannot yet: with the usual interval, and
 * with one of two days, so that hardly any of the 24,605 donors of B+ belong to the second part.
 */
export async function searchWhereDonorsCannotDonate(db: Database, withLabel: WithLabel, today: string) {
  const cursor = [today, 'B+', true, false, '1900-01-01T00:00:00.000Z', NO_ID]
  const after = Buffer.from(JSON.stringify(cursor)).toString('base64url')
  for (const intervalDays of [120, 2])
    await withLabel(`search with an interval of ${intervalDays} days`, () =>
      searchDonors(db, { bloodGroups: ['B+'], intervalDays, today, limit: 50, after }),
    )
}
