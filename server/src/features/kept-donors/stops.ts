import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/connection.ts'
import type { ImportOptOuts } from './claims/opt-outs.ts'
import { eraseKeptDonors, lockIds } from './store.ts'

type Stop = { optOuts: ImportOptOuts; now: Date }

/**
 * Erases kept donors who do not want to be called, and remembers it. By somebody's own link it ends only theirs: others who
 * share the number stay.
 */
export async function stopKeptDonors(db: Transaction, ids: string[], { optOuts, now }: Stop): Promise<void> {
  const erased = await eraseKeptDonors(db, ids)
  const subjects = erased.flatMap(({ email, contactNumber }) => [contactNumber, ...(email ? [email] : [])])
  await optOuts.record(db, subjects, now)
}

/** The same for all who share a number with one of the donors: it was said on the phone that nobody should call it. */
export async function stopNumbersOf(db: Transaction, ids: string[], stop: Stop): Promise<void> {
  const sharing = sql`
    state <> 'invited'
    and contact_number in (select contact_number from kept_donors where id = any (${ids}::uuid[]))`
  await stopKeptDonors(db, await lockIds(db, sharing), stop)
}
