import { HOUR_MS } from '@blood-bank/contract/durations'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { type SqlBool, sql } from 'kysely'
import { recordAction } from '../../../identity/audit/record-action.ts'
import { type Database, firstOrNull, type Transaction } from '../../../platform/database/connection.ts'
import type { TextNumberRow } from './tables.ts'

/** Of some people, lists those who have confirmed a number and still have it, whether or not they give blood now. */
export async function listConfirmedNumbersOf(
  db: Database,
  userIds: string[],
  isTexted = sql<SqlBool>`true`,
): Promise<{ userId: string; phone: string }[]> {
  const rows = await db
    .selectFrom('textNumbers')
    .innerJoin('donors', 'donors.userId', 'textNumbers.userId')
    .select(['textNumbers.userId', 'phone'])
    .where('textNumbers.userId', '=', sql<string>`any (${userIds}::uuid[])`)
    .where('confirmedAt', 'is not', null)
    .where(isTexted)
    .execute()
  return rows.flatMap(({ userId, phone }) => (phone === null ? [] : [{ userId, phone }]))
}

/** The same of donors who are asked for blood. */
export const listTextNumbersOf = (db: Database, userIds: string[]) =>
  listConfirmedNumbersOf(db, userIds, sql<SqlBool>`is_profile_active and not is_hidden`)

export const findTextNumber = (db: Database, userId: string): Promise<TextNumberRow | null> =>
  firstOrNull(db.selectFrom('textNumbers').selectAll().where('userId', '=', userId))

/** Whether the club knows the donor of an account, or it was verified before `since`. */
export async function isKnownAccount(db: Database, userId: string, since: Date): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    select email_verified_at <= ${since} or is_verified or is_imported as is_known
      from users join donors on donors.user_id = users.id where users.id = ${userId}`.execute(db)
  return rows[0]?.isKnown === true
}

/** Locks the number of a donor. Lock the donor first: a change of the contact number comes by that way. */
export const lockTextNumber = (db: Transaction, userId: string): Promise<TextNumberRow | null> =>
  firstOrNull(db.selectFrom('textNumbers').selectAll().where('userId', '=', userId).forUpdate())

const WITHOUT_CODE = { codeHash: null, codeSentAt: null, wrongCodes: 0 } as const

/** Stores that a donor wants to confirm a number. A code that was sent before is valid until the next one is sent. */
export async function saveTextNumber(
  db: Transaction,
  { userId, phone, now }: { userId: string; phone: string; now: Date },
): Promise<void> {
  const wanted = { phone, confirmedAt: null, ...WITHOUT_CODE, codeSentAt: now }
  await db
    .insertInto('textNumbers')
    .values({ userId, ...wanted })
    .onConflict(conflict =>
      conflict.column('userId').doUpdateSet(wanted).where('textNumbers.phone', 'is distinct from', phone),
    )
    .execute()
}

/** Removes numbers that nobody has confirmed. Whoever changed theirs still wants text messages. */
export async function removeUnconfirmedNumbers(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION.unconfirmedNumberHours * HOUR_MS)
  await db
    .deleteFrom('textNumbers')
    .where('confirmedAt', 'is', null)
    .where('codeSentAt', '<', before)
    .execute()
}

/** Stores a new code for a number. @returns false when it is not the donor's any more or is confirmed */
export async function setCode(
  db: Transaction,
  { userId, phone }: Pick<TextNumberRow, 'userId' | 'phone'>,
  code: { codeHash: Buffer; codeSentAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('textNumbers')
    .set({ ...code, wrongCodes: 0 })
    .where('userId', '=', userId)
    .where('phone', '=', phone)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function addWrongCode(db: Transaction, userId: string): Promise<void> {
  await db
    .updateTable('textNumbers')
    .set({ wrongCodes: sql<number>`wrong_codes + 1` })
    .where('userId', '=', userId)
    .execute()
}

/** @throws an error that `isTextNumberTaken` recognizes, when another account has confirmed the number */
export async function confirmNumber(db: Transaction, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('textNumbers')
    .set({ confirmedAt: now, ...WITHOUT_CODE })
    .where('userId', '=', userId)
    .execute()
  await recordSwitch(db, userId, true)
}

export const isTextNumberTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'confirmed_text_number'

/** Ends the text messages of a donor. */
export async function stopTexts(db: Transaction, userId: string): Promise<void> {
  const row = await db
    .deleteFrom('textNumbers')
    .where('userId', '=', userId)
    .returning('confirmedAt')
    .executeTakeFirst()
  if (row?.confirmedAt) await recordSwitch(db, userId, false)
}

const recordSwitch = (db: Transaction, userId: string, isOn: boolean) =>
  recordAction(db, {
    actorId: userId,
    action: 'text-messages-changed',
    targetId: userId,
    before: { textMessages: !isOn },
    after: { textMessages: isOn },
  })
