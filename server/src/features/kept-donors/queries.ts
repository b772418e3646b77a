import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { DonorRow } from '../donors/tables.ts'

/** The names under which coordinators know each other, by user: those of their profiles, or what stands before the @. */
export async function findNamesOf(db: Database, userIds: (string | null)[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select users.id, coalesce(donors.full_name, split_part(users.email, '@', 1)) as name
      from users left join donors on donors.user_id = users.id where users.id = any (${userIds}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Finds the registered donor who has a number, the one who has it longest; null if nobody does. */
export async function findDonorOfNumber(
  db: Database,
  contactNumber: string,
): Promise<Pick<DonorRow, 'userId' | 'fullName'> | null> {
  const donor = await db
    .selectFrom('donors')
    .select(['userId', 'fullName'])
    .where('contactNumber', '=', contactNumber)
    .orderBy('registeredAt')
    .executeTakeFirst()
  return donor ?? null
}

/** Those of the numbers that registered donors have. */
export async function findNumbersOfDonors(db: Database, numbers: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('donors')
    .select('contactNumber')
    .where('contactNumber', '=', sql<string>`any (${numbers})`)
    .execute()
  return new Set(rows.map(({ contactNumber }) => contactNumber))
}

/** For whom to ask at those of the numbers that are kept already, by number; null where it is not said. */
export async function findKeptNumbers(
  db: Database,
  numbers: string[],
): Promise<Map<string, (string | null)[]>> {
  const rows = await db
    .selectFrom('keptDonors')
    .select(['contactNumber', 'askFor'])
    .where('state', '!=', 'invited')
    .where('contactNumber', '=', sql<string>`any (${numbers})`)
    .execute()
  const byNumber = Map.groupBy(rows, ({ contactNumber }) => contactNumber)
  return new Map([...byNumber].map(([number, kept]) => [number, kept.map(({ askFor }) => askFor)]))
}
