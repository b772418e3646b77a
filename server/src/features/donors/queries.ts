import { BLOOD_GROUPS, type BloodGroup } from '@blood-bank/contract/blood-groups'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/**
 * The condition on `donors` for donors whom a search finds (spec §7): available, with an active profile, and not hidden
 * because their owner is suspended. The index of the search has the same condition.
 */
export const IS_SEARCHABLE = sql<SqlBool>`is_available and is_profile_active and not is_hidden`

/** Counts the donors whom a search finds. */
export async function countSearchableDonors(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('donors')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(IS_SEARCHABLE)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts the donors whom a search finds, for each blood group; groups without a donor are there, too. */
export async function countSearchableDonorsByGroup(
  db: Database,
): Promise<{ bloodGroup: BloodGroup; donors: number }[]> {
  const counts = await db
    .selectFrom('donors')
    .select(['bloodGroup', ({ fn }) => fn.countAll<string>().as('donors')])
    .where(IS_SEARCHABLE)
    .groupBy('bloodGroup')
    .execute()
  const countOf = new Map(counts.map(({ bloodGroup, donors }) => [bloodGroup, Number(donors)]))
  return BLOOD_GROUPS.map(bloodGroup => ({ bloodGroup, donors: countOf.get(bloodGroup) ?? 0 }))
}
