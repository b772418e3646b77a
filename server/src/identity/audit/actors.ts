import type { Database } from '../../platform/database/connection.ts'
import { listActors } from './entries.ts'

/** How people are named: `name` is that of the donor profile, both are null after the account was erased. */
export type PersonName = { name: string | null; email: string | null }

/** What the log shows of rows of higher folders and features, by their ids; what was deleted is missing. */
export type AuditNames = {
  findNames: (db: Database, userIds: string[]) => Promise<(id: string) => PersonName>
  findDonorNames: (db: Database, ids: string[]) => Promise<Map<string, string>>
  findBloodRequestNames: (db: Database, ids: string[]) => Promise<Map<string, string>>
  /** The notes of users who are suspended. */
  findSuspensionNotes: (db: Database, userIds: string[]) => Promise<Map<string, string | null>>
}

/**
 * Finds the actors whose name or email contains a text, one actor by id, or both.
 * @returns undefined if neither restricts the actors
 */
export async function findActors(
  db: Database,
  { search, id, findNames }: { search: string; id: string | undefined; findNames: AuditNames['findNames'] },
): Promise<string[] | undefined> {
  if (search === '') return id === undefined ? undefined : [id]
  const ids = await listActors(db)
  const nameOf = await findNames(db, ids)
  const text = search.toLowerCase()
  const isFound = ({ name, email }: PersonName) =>
    [name, email].some(known => known?.toLowerCase().includes(text) ?? false)
  return ids.filter(actorId => isFound(nameOf(actorId)) && (id === undefined || id === actorId))
}
