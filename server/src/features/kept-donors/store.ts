import { type ConsentKind, MAX_DONORS_OF_NUMBER } from '@blood-bank/contract/kept-donors/kept-donor'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Coordination } from '../../identity/access/caller.ts'
import { CLAIM_MAIL } from '../../identity/own-account/erase-account.ts'
import { type Database, firstOrNull, type Transaction } from '../../platform/database/connection.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Refusal, refuseField } from '../../platform/http/refuse.ts'
import { deleteCaughtMails, deleteMails } from '../../platform/mail/delete-mails.ts'
import { deleteCaughtTexts } from '../../platform/text-messages/caught-texts.ts'
import { blankRevealsOf } from '../offers/contact-ledger/store.ts'
import { endComingsOfErased } from './comings.ts'
import type { AgreedDonorRow, KeptDonorRow } from './tables.ts'

/** When somebody is erased whom nobody calls, and who does not donate, from now on. */
export function expiryOfKept(now: Date): Date {
  const expiresAt = new Date(now)
  expiresAt.setUTCMonth(expiresAt.getUTCMonth() + RETENTION.keptDonorMonths)
  return expiresAt
}

type NumberToKeep = {
  contactNumber: string
  askFor: string | null
  /** Whether they have agreed on paper or said so: then they take the place of themselves, whom a text message has asked. */
  hasAgreed?: boolean
  exceptId?: string
}

/**
 * Locks numbers until the transaction ends, before any kept donor: what is kept of a number, and that it is to be stopped, is
 * stored one after the other. An import has many, so they share some locks.
 */
export async function lockNumbers(db: Database, numbers: string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(73, share) from (
      select distinct hashtext(number) & 1023 as share from unnest(${numbers}::text[]) number order by share
    ) shares`.execute(db)
}

/** Locks the numbers of the kept donors of whom a condition is true. @returns the numbers */
export async function lockNumbersOf(db: Transaction, condition: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ contactNumber: string }>`
    select distinct contact_number from kept_donors where ${condition}`.execute(db)
  const numbers = rows.map(({ contactNumber }) => contactNumber)
  await lockNumbers(db, numbers)
  return numbers
}

/**
 * Locks a number, so that concurrent calls keep at most four donors of it.
 * @returns the refusal number-shared if others have it, and either does not say for whom to ask, or there are too many
 */
export async function refuseSharedNumber(db: Transaction, number: NumberToKeep): Promise<Refusal | null> {
  await lockNumbers(db, [number.contactNumber])
  if (await hasRoom(db, number)) return null
  return refuseField(number.askFor === null ? 'askFor' : 'contactNumber', 'number-shared')
}

async function hasRoom(
  db: Transaction,
  { contactNumber, askFor, hasAgreed = false, exceptId }: NumberToKeep,
): Promise<boolean> {
  const others = await db
    .selectFrom('keptDonors')
    .select(['id', 'askFor', 'state'])
    .where('contactNumber', '=', contactNumber)
    .where('state', '!=', 'invited')
    .execute()
  const isReplaced = (other: Pick<KeptDonorRow, 'askFor' | 'state'>) =>
    hasAgreed && other.state === 'waiting' && other.askFor === askFor
  const sharing = others.filter(other => other.id !== exceptId && !isReplaced(other))
  const canShare = sharing.length < MAX_DONORS_OF_NUMBER && !sharing.some(other => other.askFor === askFor)
  return sharing.length === 0 || (askFor !== null && canShare)
}

/**
 * Stores somebody who agreed, or who is asked by text message; who agreed is asked no more. The transaction has locked the number.
 * @returns the id
 */
export async function insertKeptDonor(
  db: Transaction,
  donor: Insertable<Schema['keptDonors']> & NumberToKeep,
): Promise<string> {
  if (donor.state === 'agreed')
    await eraseKeptDonors(
      db,
      await lockIds(
        db,
        sql`state = 'waiting' and contact_number = ${donor.contactNumber} and ask_for is not distinct from ${donor.askFor}`,
      ),
    )
  const { id } = await db.insertInto('keptDonors').values(donor).returning('id').executeTakeFirstOrThrow()
  return id
}

type KeptLine = Pick<
  AgreedDonorRow,
  | 'fullName'
  | 'contactNumber'
  | 'bloodGroup'
  | 'hallId'
  | 'batch'
  | 'department'
  | 'askFor'
  | 'lastDonationDate'
  | 'keptBy'
> & { consentKind: ConsentKind | null }

/** What tells listed donors apart: the address, or the number with for whom to ask. */
export const keyOf = ({
  email,
  contactNumber,
  askFor,
}: {
  email: string | null
  contactNumber: string
  askFor: string | null
}): string => email ?? `${contactNumber} ${askFor ?? ''}`

/**
 * Stores listed donors without an address, who agreed. The transaction has locked their numbers.
 * @returns the keys of those who were stored: others may have been kept in the meantime
 */
export async function importKeptDonors(db: Transaction, donors: KeptLine[], now: Date): Promise<string[]> {
  const stored: string[] = []
  for (const donor of donors) {
    if (!(await hasRoom(db, { ...donor, hasAgreed: true }))) continue
    await insertKeptDonor(db, {
      ...donor,
      state: 'agreed',
      consentedAt: now,
      importedAt: now,
      expiresAt: expiryOfKept(now),
    })
    stored.push(keyOf({ email: null, ...donor }))
  }
  return stored
}

/** Those of a coordinator's hall; for whoever coordinates all halls all, and nobody else sees those without one. */
export const ofHall = ({ hallId }: Coordination) =>
  sql<boolean>`(${hallId}::uuid is null or hall_id = ${hallId}::uuid)`

/** Finds somebody who agreed, for a coordinator of their hall. */
export const findAgreedDonor = (
  db: Database,
  id: string,
  coordination: Coordination,
): Promise<AgreedDonorRow | null> =>
  firstOrNull(
    db.selectFrom('agreedDonorsToCall').selectAll().where('id', '=', id).where(ofHall(coordination)),
  )

/** Locks the same for a change. */
export async function lockAgreedDonor(
  db: Transaction,
  id: string,
  coordination: Coordination,
): Promise<AgreedDonorRow | null> {
  await sql`select from kept_donors where id = ${id} for update`.execute(db)
  return findAgreedDonor(db, id, coordination)
}

/** Changes a donor whom the transaction has locked. */
export async function updateKeptDonor(
  db: Transaction,
  id: string,
  changes: Updateable<Schema['keptDonors']>,
): Promise<void> {
  if (changes.contactNumber !== undefined)
    // Somebody noted that the old one was wrong.
    await sql`
      delete from donor_calls using kept_donors donor
       where kept_donor_id = ${id} and donor.id = kept_donor_id and result = 'wrong-number'
         and donor.contact_number <> ${changes.contactNumber}`.execute(db)
  const { lastDonationDate } = changes
  // A donation, wherever it was, moves the end, too.
  const expiresAt = sql<Date>`case when state = 'agreed' then greatest(expires_at,
    ${lastDonationDate}::date + make_interval(months => ${RETENTION.keptDonorMonths}::int)) else expires_at end`
  await db
    .updateTable('keptDonors')
    .set({ ...(lastDonationDate && { expiresAt }), ...changes })
    .where('id', '=', id)
    .execute()
}

/** Locks the kept donors of whom a condition is true. @returns their ids */
export async function lockIds(db: Transaction, condition: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from kept_donors where ${condition} order by id for update`.execute(db)
  return rows.map(({ id }) => id)
}

/** Leaves the kept donors of a hall that is about to be deleted without one. */
export async function clearHallOfKept(db: Transaction, hallId: string): Promise<void> {
  const ids = await lockIds(db, sql`hall_id = ${hallId}`)
  await sql`update kept_donors set hall_id = null where id = any (${ids}::uuid[])`.execute(db)
}

/** The key of the job that sends somebody the link of their page. */
export const keptTextKey = (id: string) => `kept-text-${id}`

/**
 * Erases kept donors with everything about them, and the mails and text messages to them. Their entries in the contact ledger
 * stay, without them.
 * @returns what was erased
 */
export async function eraseKeptDonors(db: Transaction, ids: string[]): Promise<KeptDonorRow[]> {
  // A statement without rows would tell open pages of a change, too.
  if (ids.length === 0) return []
  await endComingsOfErased(db, ids)
  const erased = await db
    .deleteFrom('keptDonors')
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .returningAll()
    .execute()
  await sql`select graphile_worker.remove_job(key) from unnest(${ids.map(keptTextKey)}::text[]) key`.execute(
    db,
  )
  await deleteCaughtTexts(
    db,
    erased.map(({ contactNumber }) => contactNumber),
  )
  await removeMails(
    db,
    erased.flatMap(({ email }) => email ?? []),
  )
  await blankRevealsOf(db, ids)
  return erased
}

/** Removes the waiting mails to people, and the caught ones to those who have no account of their own. */
async function removeMails(db: Database, emails: string[]) {
  if (emails.length === 0) return
  await deleteMails(db, CLAIM_MAIL, emails)
  const { rows } = await sql<{ email: string }>`
    select email from unnest(${emails}::text[]) erased (email)
     where not exists (select from users where users.email = erased.email)`.execute(db)
  await deleteCaughtMails(
    db,
    rows.map(({ email }) => email),
  )
}
