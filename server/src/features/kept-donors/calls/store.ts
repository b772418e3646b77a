import { DAY_MS } from '@blood-bank/contract/durations'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { type Insertable, sql, type Updateable } from 'kysely'
import { type Database, firstOrNull, type Transaction } from '../../../platform/database/connection.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { IS_LAST_COMING } from '../comings.ts'
import type { DonorCallRow } from './tables.ts'

/** Stores a call. @returns the id */
export async function insertCall(db: Transaction, call: Insertable<Schema['donorCalls']>): Promise<string> {
  const { id } = await db.insertInto('donorCalls').values(call).returning('id').executeTakeFirstOrThrow()
  return id
}

export const findCall = (db: Database, id: string): Promise<DonorCallRow | null> =>
  firstOrNull(db.selectFrom('donorCalls').selectAll().where('id', '=', id))

export const lockCall = (db: Transaction, id: string): Promise<DonorCallRow | null> =>
  firstOrNull(db.selectFrom('donorCalls').selectAll().where('id', '=', id).forUpdate())

/** The kept donors with whose number somebody said in the last minute that nobody should call again, whoever called since. */
export const SAID_STOP = sql`(
  select sharing.id from donor_calls join kept_donors said on said.id = kept_donor_id
    join kept_donors sharing on sharing.contact_number = said.contact_number
   where result = 'not-again')`

/** Whether a kept donor is one of them. */
export async function hasSaidStop(db: Database, keptDonorId: string): Promise<boolean> {
  const { rows } = await sql`select where ${keptDonorId} in ${SAID_STOP}`.execute(db)
  return rows.length > 0
}

/** Whether a kept donor is coming for some request. */
export async function isExpected(db: Transaction, keptDonorId: string): Promise<boolean> {
  const coming = await db
    .selectFrom('donorCalls')
    .select('id')
    .where('keptDonorId', '=', keptDonorId)
    .where('result', '=', 'coming')
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return coming !== undefined
}

/** Whether nobody has noted since a call that its kept donor is coming. */
export async function isLastComing(db: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`select from donor_calls where id = ${id} and ${IS_LAST_COMING}`.execute(db)
  return rows.length > 0
}

/** Changes a call that the transaction has locked. */
export async function updateCall(
  db: Transaction,
  id: string,
  changes: Updateable<Schema['donorCalls']>,
): Promise<void> {
  await db.updateTable('donorCalls').set(changes).where('id', '=', id).execute()
}

/** Lists the calls of donors, with or without an account, and those that they made, for the export of one person. */
export const listCallsOf = (db: Database, ...ids: string[]): Promise<DonorCallRow[]> =>
  db
    .selectFrom('donorCalls')
    .selectAll()
    .where(({ eb, or }) =>
      or((['userId', 'keptDonorId', 'callerId'] as const).map(column => eb(column, 'in', ids))),
    )
    .orderBy('calledAt')
    .execute()

/** Removes old calls. That the number of a kept donor is wrong is remembered until it is corrected. */
export async function removeOldCalls(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION.donorCallDays * DAY_MS)
  await sql`
    delete from donor_calls where called_at < ${before}
       and not (result is not distinct from 'wrong-number' and kept_donor_id is not null and not exists (
         select from donor_calls later
          where later.kept_donor_id = donor_calls.kept_donor_id and later.called_at > donor_calls.called_at))`.execute(
    db,
  )
}
