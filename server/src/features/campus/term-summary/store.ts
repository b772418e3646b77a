import type { Term } from '@blood-bank/contract/campus/term-summary'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connection.ts'
import { isValidDonation } from '../../offers/donations/queries.ts'

/** From a time until before another. */
export type Period = { start: Date; end: Date }

type Counts = { donors: number; bloodRequests: number; unitsGiven: number }

/** Counts what is stored of a term, in one snapshot. Units that donors added themselves were not given for the bank. */
export async function countOfTerm(db: Database, { from, to }: Term, { start, end }: Period): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*)::int from donors where registered_at < ${end}) as donors,
           (select count(*)::int from blood_requests
             where requested_at >= ${start} and requested_at < ${end}) as blood_requests,
           (select count(*)::int from donations
             where donated_on between ${from}::date and ${to}::date
               and recorded_by <> 'donor' and ${isValidDonation()}) as units_given`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('A query without FROM returns one row.')
  return counts
}
