import { DAY_MS } from '@blood-bank/contract/durations'
import { sql } from 'kysely'
import { type Database, firstOrNull, type Transaction } from '../../../platform/database/connection.ts'
import { countMatching } from '../../../platform/database/listing.ts'
import { eraseKeptDonors, expiryOfKept, lockIds, lockNumbers } from '../store.ts'
import type { KeptDonorRow } from '../tables.ts'

/** Finds whom the link of a page is about: somebody who agreed, or was asked by text message, until it is erased. */
export const findDonorOfPage = (db: Database, id: string, now: Date): Promise<KeptDonorRow | null> =>
  firstOrNull(ofPage(db, id, now))

/** Locks the same for a change. */
export const lockDonorOfPage = (db: Transaction, id: string, now: Date): Promise<KeptDonorRow | null> =>
  firstOrNull(ofPage(db, id, now).forUpdate())

const ofPage = (db: Database, id: string, now: Date) =>
  db
    .selectFrom('keptDonors')
    .selectAll()
    .where('id', '=', id)
    .where('state', '!=', 'invited')
    .where('expiresAt', '>', now)

/** Stores that somebody agreed by the page of the link. Whoever had agreed before stays as they are. */
export async function agreeByLink(db: Transaction, id: string, now: Date): Promise<void> {
  await db
    .updateTable('keptDonors')
    .set({ state: 'agreed', consentKind: 'text', consentedAt: now, expiresAt: expiryOfKept(now) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

const untold = (db: Database, now: Date) =>
  db
    .selectFrom('keptDonors')
    .where('toldAt', 'is', null)
    .where('state', '!=', 'invited')
    .where('expiresAt', '>', now)

/** Counts those who were not yet told that the club keeps their number, or asked whether it may. */
export const countUntold = (db: Database, now: Date): Promise<number> => countMatching(untold(db, now))

/**
 * Locks some of them: those who are asked first, and among equals the oldest. Nobody's telephone is a target, so those who share
 * a number are told on different days.
 */
export const lockUntold = (
  db: Transaction,
  { now, limit }: { now: Date; limit: number },
): Promise<Pick<KeptDonorRow, 'id' | 'contactNumber'>[]> =>
  untold(db, now)
    .select(['id', 'contactNumber'])
    .where(
      sql<boolean>`not exists (
        select from kept_donors sharing
         where sharing.contact_number = kept_donors.contact_number and sharing.id <> kept_donors.id
           and (sharing.told_at > ${new Date(now.getTime() - DAY_MS)}
                or sharing.told_at is null and sharing.state <> 'invited' and sharing.id < kept_donors.id))`,
    )
    .orderBy('state', 'desc')
    .orderBy('importedAt')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

export async function setTold(db: Transaction, ids: string[], now: Date): Promise<void> {
  await db
    .updateTable('keptDonors')
    .set({ toldAt: now })
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
}

/**
 * Erases what is kept about somebody with an account who has confirmed the number: the one who has it, or of those who share
 * it the one with the name. Without that name it ends nothing, as nobody knows who registered.
 */
export async function eraseConfirmed(
  db: Transaction,
  { contactNumber, fullName }: Pick<KeptDonorRow, 'contactNumber' | 'fullName'>,
): Promise<void> {
  const isMeant = sql`
    state <> 'invited' and contact_number = ${contactNumber}
    and (lower(full_name) = lower(${fullName})
         or (select count(*) from kept_donors where state <> 'invited' and contact_number = ${contactNumber}) = 1)`
  await lockNumbers(db, [contactNumber])
  await eraseKeptDonors(db, await lockIds(db, isMeant))
}
