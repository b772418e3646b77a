import { sql } from 'kysely'
import { type Database, firstOrNull, type Transaction } from '../../../platform/database/connection.ts'
import type { PushDeviceRow } from './tables.ts'

type NewDevice = Omit<PushDeviceRow, 'id' | 'addedAt'>

/** Lists the devices of a user, in the order in which they were added. */
export const listPushDevicesOf = (db: Database, userId: string): Promise<PushDeviceRow[]> =>
  db
    .selectFrom('pushDevices')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('addedAt')
    .orderBy('id')
    .execute()

/** Lists the ids of the devices of users. */
export const listPushDeviceIds = (
  db: Database,
  userIds: string[],
): Promise<Pick<PushDeviceRow, 'id' | 'userId'>[]> =>
  db
    .selectFrom('pushDevices')
    .select(['id', 'userId'])
    .where('userId', '=', sql<string>`any (${userIds}::uuid[])`)
    .execute()

export const findPushDevice = (db: Database, id: string): Promise<PushDeviceRow | null> =>
  firstOrNull(db.selectFrom('pushDevices').selectAll().where('id', '=', id))

/** Locks a device and finds its owner; null when nobody has it. */
export async function findOwnerOfPushDevice(db: Transaction, endpoint: string): Promise<string | null> {
  const row = await db
    .selectFrom('pushDevices')
    .select('userId')
    .where('endpoint', '=', endpoint)
    .forUpdate()
    .executeTakeFirst()
  return row?.userId ?? null
}

/**
 * Stores a device. A browser has one subscription: when somebody else adds it, it becomes theirs, with a new id, so that
 * messages that wait for the person before are not sent to it.
 */
export const savePushDevice = (db: Database, device: NewDevice): Promise<PushDeviceRow> =>
  db
    .insertInto('pushDevices')
    .values(device)
    .onConflict(conflict =>
      conflict.column('endpoint').doUpdateSet({
        ...device,
        id: sql`case when push_devices.user_id = excluded.user_id then push_devices.id else excluded.id end`,
        addedAt: sql`case when push_devices.user_id = excluded.user_id then push_devices.added_at else excluded.added_at end`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/** Removes a device that cannot get messages any more. */
export async function removePushDevice(db: Database, id: string): Promise<void> {
  await db.deleteFrom('pushDevices').where('id', '=', id).execute()
}

/** @returns false when the user has no such device */
export async function removeOwnPushDevice(
  db: Database,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pushDevices')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes all devices of a user, as one of them may be in the wrong hands; with `but` those of other browsers. */
export async function removePushDevicesOf(
  db: Database,
  userId: string,
  { but = null }: { but?: string | null } = {},
): Promise<void> {
  await db
    .deleteFrom('pushDevices')
    .where('userId', '=', userId)
    .where(sql<boolean>`browser is distinct from ${but} or browser is null`)
    .execute()
}
