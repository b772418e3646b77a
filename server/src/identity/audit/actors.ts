import { findDonorsOfUsers } from '../../features/donors/queries.ts'
import type { Database } from '../../platform/database/connection.ts'
import { findUsers } from '../users/store.ts'
import { listActors } from './entries.ts'

/** How people are named: `name` is that of the donor profile, both are null after the account was erased. */
export type PersonName = { name: string | null; email: string | null }

/** Finds the names of users. */
export async function findNames(db: Database, ids: string[]): Promise<(id: string) => PersonName> {
  const [users, donors] = [await findUsers(db, ids), await findDonorsOfUsers(db, ids)]
  return id => ({ name: donors.get(id)?.fullName ?? null, email: users.get(id)?.email ?? null })
}

/**
 * Finds the actors whose name or email contains a text, one actor by id, or both.
 * @returns undefined if neither restricts the actors
 */
export async function findActors(
  db: Database,
  { search, id }: { search: string; id: string | undefined },
): Promise<string[] | undefined> {
  if (search === '') return id === undefined ? undefined : [id]
  const ids = await listActors(db)
  const nameOf = await findNames(db, ids)
  const text = search.toLowerCase()
  const isFound = ({ name, email }: PersonName) =>
    [name, email].some(known => known?.toLowerCase().includes(text) ?? false)
  return ids.filter(actorId => isFound(nameOf(actorId)) && (id === undefined || id === actorId))
}
