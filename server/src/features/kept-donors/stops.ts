import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/connection.ts'
import type { OptOuts } from './opt-outs.ts'
import { eraseKeptDonors, lockIds, lockNumbers, lockNumbersOf } from './store.ts'

type Stop = { optOuts: OptOuts; now: Date }

/**
 * Erases kept donors who do not want to be called, and remembers it. The transaction has locked their numbers. Others who share a
 * number stay: somebody's own link ends only theirs.
 */
export async function stopKeptDonors(db: Transaction, ids: string[], { optOuts, now }: Stop): Promise<void> {
  const erased = await eraseKeptDonors(db, ids)
  const subjects = erased.flatMap(({ email, contactNumber }) => [contactNumber, ...(email ? [email] : [])])
  await optOuts.record(db, subjects, now)
}

/**
 * The same for all who share a number with one of the donors: it was said on the phone that nobody should call it.
 * @returns whether any was kept
 */
export async function stopNumbersOf(db: Transaction, ids: string[], stop: Stop): Promise<boolean> {
  const isMeant = sql`id = any (${ids}::uuid[])`
  const numbers = await lockNumbersOf(db, isMeant)
  const sharing = await lockIds(
    db,
    sql`state <> 'invited' and (${isMeant} or contact_number = any (${numbers}::text[]))`,
  )
  await stopKeptDonors(db, sharing, stop)
  return sharing.length > 0
}

/**
 * The same for everybody with a number, also those who agreed to nothing, and if nobody is kept with it.
 * @returns who was erased
 */
export async function stopNumber(db: Transaction, contactNumber: string, stop: Stop): Promise<string[]> {
  await lockNumbers(db, [contactNumber])
  const ids = await lockIds(db, sql`contact_number = ${contactNumber}`)
  await stopKeptDonors(db, ids, stop)
  await stop.optOuts.record(db, [contactNumber], stop.now)
  return ids
}
