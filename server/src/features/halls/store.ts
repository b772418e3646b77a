import { type HallForm, MAX_HALLS } from '@blood-bank/contract/halls/endpoints'
import { sql } from 'kysely'
import { type Database, firstOrNull, type Transaction } from '../../platform/database/connection.ts'
import { refuseField } from '../../platform/http/refuse.ts'
import { clearHall } from '../donors/store.ts'
import type { HallRow } from './tables.ts'

/** What other parts do when halls change, in the transaction of the change. */
export type HallHooks = {
  /** Before a hall is deleted, and before anything of it is locked. */
  beforeHallDeleted: (db: Transaction, hallId: string, adminId: string) => Promise<void>
  /** Leaves those of a hall without one who have no account. */
  clearHall: (db: Transaction, hallId: string) => Promise<void>
}

/** All halls by name. */
export const listHalls = (db: Database): Promise<HallRow[]> =>
  db.selectFrom('halls').selectAll().orderBy(sql`lower(name)`).execute()

/** The name of a hall; null if it is gone. */
export const findHallName = async (db: Database, id: string): Promise<string | null> =>
  (await firstOrNull(db.selectFrom('halls').select('name').where('id', '=', id)))?.name ?? null

/**
 * Finds a hall that somebody has chosen, and keeps it from being deleted until the transaction ends.
 * @throws Refusal, at the field `hallId`, if it is gone
 */
export async function requireHall(db: Transaction, hallId: string): Promise<HallRow> {
  const hall = await db
    .selectFrom('halls')
    .selectAll()
    .where('id', '=', hallId)
    .forKeyShare()
    .executeTakeFirst()
  if (!hall) throw refuseField('hallId', 'hall-gone')
  return hall
}

/** Stores a new hall. @throws Refusal, at the field, if there is one of this name, or too many */
export async function insertHall(db: Transaction, form: HallForm): Promise<HallRow> {
  await lockHalls(db)
  const halls = await listHalls(db)
  requireNewName(halls, form)
  if (halls.length >= MAX_HALLS) throw refuseField('name', 'too-many-halls')
  return db.insertInto('halls').values(form).returningAll().executeTakeFirstOrThrow()
}

/**
 * Renames a hall.
 * @returns the hall before and after; null if it is gone
 * @throws Refusal, at the field, if another one has this name
 */
export async function updateHall(
  db: Transaction,
  id: string,
  form: HallForm,
): Promise<{ before: HallRow; after: HallRow } | null> {
  await lockHalls(db)
  const halls = await listHalls(db)
  const before = halls.find(hall => hall.id === id)
  if (!before) return null
  requireNewName(
    halls.filter(hall => hall !== before),
    form,
  )
  await db.updateTable('halls').set(form).where('id', '=', id).execute()
  return { before, after: { id, ...form } }
}

/** Deletes a hall; its donors have none then. @returns the hall; null if it is gone */
export async function deleteHall(
  db: Transaction,
  id: string,
  clearOthers: HallHooks['clearHall'],
): Promise<HallRow | null> {
  await lockHalls(db)
  // Nobody can choose it any more, so that no donor is left for the foreign key, which would lock them in any order.
  const hall = await firstOrNull(db.selectFrom('halls').selectAll().where('id', '=', id).forUpdate())
  if (!hall) return null
  await clearHall(db, id)
  await clearOthers(db, id)
  await db.deleteFrom('halls').where('id', '=', id).execute()
  return hall
}

/** Changes of the list wait for each other. Whoever chooses a hall waits only for the deletion of that one. */
const lockHalls = (db: Transaction) => sql`lock table halls in share row exclusive mode`.execute(db)

function requireNewName(others: HallRow[], { name }: HallForm) {
  if (others.some(other => other.name.toLowerCase() === name.toLowerCase()))
    throw refuseField('name', 'hall-exists')
}
