import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** The name of a user among coordinators: of the profile, or what stands before the @; null if they are gone. */
export type NameOf = (userId: string | null) => string | null

/** Reads the names of users, among whom may be nobody (null). */
export async function findNames(db: Database, userIds: (string | null)[]): Promise<NameOf> {
  const { rows } = await sql<{ id: string; name: string }>`
    select users.id, coalesce(donors.full_name, split_part(users.email, '@', 1)) as name
      from users left join donors on donors.user_id = users.id where users.id = any (${userIds}::uuid[])`.execute(
    db,
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return userId => names.get(userId ?? '') ?? null
}

/** Finds whose number it is: the registered donor who has it longest, or a kept donor; null if it is neither's. */
export async function findOwnerOfNumber(
  db: Database,
  contactNumber: string,
): Promise<{ id: string; isRegistered: boolean } | null> {
  const { rows } = await sql<{ id: string; isRegistered: boolean }>`
    (select user_id as id, true as is_registered from donors
      where contact_number = ${contactNumber} order by registered_at limit 1)
    union all
    (select id, false from kept_donors
      where contact_number = ${contactNumber} and state <> 'invited' order by id limit 1)`.execute(db)
  return rows[0] ?? null
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

/** For whom to ask at those of the numbers whose donors agreed already, by number; null where it is not said. */
export async function findKeptNumbers(
  db: Database,
  numbers: string[],
): Promise<Map<string, (string | null)[]>> {
  const rows = await db
    .selectFrom('keptDonors')
    .select(['contactNumber', 'askFor'])
    .where('state', '=', 'agreed')
    .where('contactNumber', '=', sql<string>`any (${numbers})`)
    .execute()
  const byNumber = Map.groupBy(rows, ({ contactNumber }) => contactNumber)
  return new Map([...byNumber].map(([number, kept]) => [number, kept.map(({ askFor }) => askFor)]))
}
