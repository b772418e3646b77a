import type { UniversityRole } from '@blood-bank/contract/donors/endpoints'
import { DAY_MS } from '@blood-bank/contract/durations'
import type { ConsentKind } from '@blood-bank/contract/kept-donors/kept-donor'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { sql } from 'kysely'
import { CLAIM_MAIL } from '../../../identity/own-account/erase-account.ts'
import { findVerifiedEmails } from '../../../identity/users/store.ts'
import { type Database, firstOrNull, type Transaction } from '../../../platform/database/connection.ts'
import { countMatching } from '../../../platform/database/listing.ts'
import { enqueueMails } from '../../../platform/mail/outbox.ts'
import { hashLinkToken } from '../../../platform/secrets/hashes.ts'
import { comparableUniversityId } from '../../donors/queries.ts'
import type { DonorColumns } from '../../donors/tables.ts'
import { eraseKeptDonors, expiryOfKept, lockIds } from '../store.ts'
import type { KeptDonorRow } from '../tables.ts'

/** A line of a list with an email address; with a consent, coordinators can call them before they claim their profile. */
export type ListedDonor = DonorColumns & {
  consentKind?: ConsentKind | null
  hallId?: string | null
  batch?: string | null
  askFor?: string | null
  keptBy?: string | null
}

/** What a list says about somebody with an email address, who can claim it as a profile. */
export type ImportedDonorRow = Omit<KeptDonorRow, keyof ClaimableColumns> & ClaimableColumns

/** One statement takes at most 65,535 values. */
const ROWS_OF_AN_INSERT = 1_000

/** What those have who can claim a profile: the table has a constraint that says so. */
type ClaimableColumns = { [Name in 'email' | 'universityId' | 'department']: string } & {
  universityRole: UniversityRole
}

/**
 * Stores listed donors and enqueues a mail to each of them. Whoever has been imported before, or has a verified account by
 * now, is left out, so that two imports at once send one mail. An account that is not verified may be a stranger's, who must
 * not keep the owner of the address out.
 * @returns the addresses of those who were stored
 */
export async function importDonors(db: Transaction, donors: ListedDonor[], now: Date): Promise<Set<string>> {
  const expiresAt = new Date(now.getTime() + RETENTION.importedDonorDays * DAY_MS)
  const accounts = await findVerifiedEmails(
    db,
    donors.map(({ email }) => email),
  )
  const listed = donors
    .filter(({ email }) => !accounts.has(email))
    // In one order, so that no two imports wait for each other.
    .toSorted((one, other) => (one.email < other.email ? -1 : 1))
    .map(({ consentKind, ...donor }) => ({
      ...donor,
      importedAt: now,
      ...(consentKind
        ? { state: 'agreed' as const, consentKind, consentedAt: now, expiresAt: expiryOfKept(now) }
        : { state: 'invited' as const, expiresAt }),
    }))
  const rows: { id: string; email: string }[] = []
  for (let at = 0; at < listed.length; at += ROWS_OF_AN_INSERT) {
    const stored = await db
      .insertInto('keptDonors')
      .values(listed.slice(at, at + ROWS_OF_AN_INSERT))
      .onConflict(known => known.column('email').doNothing())
      .returning(['id', 'email'])
      .$narrowType<{ email: string }>()
      .execute()
    rows.push(...stored)
  }
  await enqueueMails(
    db,
    CLAIM_MAIL,
    rows.map(({ id, email }) => ({ recipient: email, aboutId: id })),
    { urgency: 'bulk' },
  )
  return new Set(rows.map(({ email }) => email))
}

/** Those of the addresses that are waiting to be claimed, with the time until which they can be. */
export async function findExpiryOfImported(
  db: Database,
  emails: string[],
  now: Date,
): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('keptDonors')
    .select(['email', 'expiresAt'])
    .$narrowType<{ email: string }>()
    .where('email', '=', sql<string>`any (${emails})`)
    .where('expiresAt', '>', now)
    .execute()
  return new Map(rows.map(({ email, expiresAt }) => [email, expiresAt]))
}

/**
 * Those of the university IDs that people have who are waiting to be claimed, without case, spaces and punctuation. It reads
 * all of them, for an operator's command.
 */
export async function findImportedUniversityIds(
  db: Database,
  comparableIds: string[],
  now: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ comparable: string }>`
    select distinct comparable from kept_donors, ${comparableUniversityId} as comparable
     where comparable = any (${comparableIds}) and expires_at > ${now}`.execute(db)
  return new Set(rows.map(({ comparable }) => comparable))
}

/** Counts those who are waiting to be claimed. */
export const countImportedDonors = (db: Database): Promise<number> =>
  countMatching(db.selectFrom('keptDonors').where('state', '=', 'invited'))

/** Stores the hash of the token in the mail to a person; null when nobody waits any more. */
export const setClaimToken = (
  db: Database,
  id: string,
  { token, now }: { token: string; now: Date },
): Promise<ImportedDonorRow | null> =>
  firstOrNull(
    db
      .updateTable('keptDonors')
      .set({ tokenHash: hashLinkToken(token) })
      .where('id', '=', id)
      .where('expiresAt', '>', now)
      .returningAll()
      .$narrowType<ClaimableColumns>(),
  )

type ClaimLink = { token: string; now: Date }

/** Finds whom a link is about, if it is still valid. */
export const findImportedDonor = (
  db: Database,
  { token, now }: ClaimLink,
): Promise<ImportedDonorRow | null> =>
  firstOrNull(
    db
      .selectFrom('keptDonors')
      .selectAll()
      .$narrowType<ClaimableColumns>()
      .where('tokenHash', '=', hashLinkToken(token))
      .where('expiresAt', '>', now),
  )

/**
 * Finds what a list says about a user. Only a verified address shows that it is about them: anybody can register another
 * person's address.
 */
export const findImportedDonorOfUser = (db: Database, userId: string): Promise<ImportedDonorRow | null> =>
  firstOrNull(
    db
      .selectFrom('keptDonors')
      .selectAll()
      .$narrowType<ClaimableColumns>()
      .where('email', '=', verifiedEmailOf(userId)),
  )

const verifiedEmailOf = (userId: string) =>
  sql<string>`(select email from users where id = ${userId} and email_verified)`

/**
 * Takes a row for good, by its link. Concurrent calls wait for each other: the first gets the row, the others get null.
 * Lock the user before, if there is one.
 */
export async function takeImportedDonor(
  db: Transaction,
  { token, now }: ClaimLink,
): Promise<ImportedDonorRow | null> {
  const isMeant = sql`token_hash = ${hashLinkToken(token)} and expires_at > ${now}`
  // The profile gets the hall, whose deletion locks it before its donors.
  await sql`select from halls where id in (select hall_id from kept_donors where ${isMeant}) for key share`.execute(
    db,
  )
  const [row] = await eraseKeptDonors(db, await lockIds(db, isMeant))
  return (row as ImportedDonorRow | undefined) ?? null
}

/** Erases what a list says about the owner of an address. @returns whether a list said something */
export async function eraseImportedDonorOf(db: Transaction, email: string): Promise<boolean> {
  return (await eraseKeptDonors(db, await lockIds(db, sql`email = ${email}`))).length > 0
}

/** Erases what a list says about a user with a verified address, who erases their account. */
export async function eraseImportedDonorOfUser(db: Transaction, userId: string): Promise<void> {
  const { rows } = await sql<{ email: string }>`select ${verifiedEmailOf(userId)} as email`.execute(db)
  for (const { email } of rows) if (email) await eraseImportedDonorOf(db, email)
}

/** Erases those who did not claim their profile or agree in time. */
export async function eraseUnclaimedDonors(db: Transaction, now: Date): Promise<void> {
  await eraseKeptDonors(db, await lockIds(db, sql`state <> 'agreed' and expires_at <= ${now}`))
}
