import { BLOOD_GROUPS, type BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import type { Component } from '@blood-bank/contract/donors/components'
import { type EligibilityDay, latestDonationsToGive } from '@blood-bank/contract/donors/eligibility'
import { type SqlBool, sql } from 'kysely'
import { type Database, firstOrNull } from '../../platform/database/connection.ts'
import { countMatching } from '../../platform/database/listing.ts'
import { isCompleteNumber } from '../contact-numbers/contact-number.ts'
import type { DonorRow } from './tables.ts'

/**
 * The condition on `donors` for donors that appear in searches (spec §7): available, with an active profile, and not
 * hidden because their owner is suspended. The index of the search has the same condition.
 */
export const isSearchableDonor = (donors = 'donors') =>
  sql<SqlBool>`(${sql.ref(`${donors}.isAvailable`)} and ${sql.ref(`${donors}.isProfileActive`)}
    and not ${sql.ref(`${donors}.isHidden`)})`

/** The latest donation of blood as the index of the search contains it: earlier than every date when there is none. */
const LATEST_DONATION = sql`coalesce(latest_donation_date, '-infinity')`

/**
 * The condition on `donors` for donors who can be asked for a component on a day, or who rest: after a donation, or by choice
 * (`restOf`).
 */
export function canDonate(component: Component, day: EligibilityDay, can = true) {
  const { blood, 'apheresis-platelets': platelets } = latestDonationsToGive(component, day)
  return can
    ? sql<SqlBool>`(${LATEST_DONATION} <= ${blood}::date
        and (recorded_platelets_date is null or recorded_platelets_date <= ${platelets}::date)
        and (rests_until is null or rests_until <= ${day.today}::date))`
    : sql<SqlBool>`(${LATEST_DONATION} > ${blood}::date
        or recorded_platelets_date > ${platelets}::date or rests_until > ${day.today}::date)`
}

const DONOR_CHECK_MS = 10_000

/** Creates a check whether nobody has registered as a donor. It asks every ten seconds at most, and no more once somebody has. */
export function createDonorCheck(db: Database, now: () => Date): () => Promise<boolean> {
  let last = { at: Number.NEGATIVE_INFINITY, isWithout: true }
  let running: Promise<boolean> | null = null
  const check = async () => {
    const donor = await db.selectFrom('donors').select('id').limit(1).executeTakeFirst()
    last = { at: now().getTime(), isWithout: donor === undefined }
    return last.isWithout
  }
  return async () => {
    if (!last.isWithout || now().getTime() - last.at < DONOR_CHECK_MS) return last.isWithout
    // Everybody who opens a page meanwhile waits for the same answer.
    running ??= check().finally(() => {
      running = null
    })
    return running
  }
}

export const findDonorOfUser = (db: Database, userId: string): Promise<DonorRow | null> =>
  firstOrNull(db.selectFrom('donors').selectAll().where('userId', '=', userId))

/** Finds the number of a user's profile; null without a profile, and if the number is not a whole one, which others can call. */
export async function findOwnNumber(db: Database, userId: string): Promise<string | null> {
  const number = (await findDonorOfUser(db, userId))?.contactNumber
  return number && isCompleteNumber(number) ? number : null
}

/** Finds when an admin made a user's profile inactive: null while it is active, undefined without a profile. */
export async function findDeactivation(db: Database, userId: string): Promise<Date | null | undefined> {
  const donor = await findDonorOfUser(db, userId)
  if (!donor) return undefined
  // No time is stored if an admin took back an activation.
  return donor.isProfileActive ? null : (donor.activationChangedAt ?? donor.registeredAt)
}

export const findDonor = (db: Database, id: string): Promise<DonorRow | null> =>
  firstOrNull(db.selectFrom('donors').selectAll().where('id', '=', id))

/** Finds donor profiles by their ids. */
export async function findDonors(db: Database, ids: string[]): Promise<Map<string, DonorRow>> {
  const rows = await db
    .selectFrom('donors')
    .selectAll()
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** Finds the donor profiles of users, by user. */
export async function findDonorsOfUsers(db: Database, userIds: string[]): Promise<Map<string, DonorRow>> {
  const rows = await db
    .selectFrom('donors')
    .selectAll()
    .where('userId', '=', sql<string>`any (${userIds}::uuid[])`)
    .execute()
  return new Map(rows.map(row => [row.userId, row]))
}

/** Those of the addresses at which a donor is registered. */
export async function findDonorEmails(db: Database, emails: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('donors')
    .innerJoin('users', 'users.id', 'donors.userId')
    .select('users.email')
    .where('users.email', '=', sql<string>`any (${emails})`)
    .execute()
  return new Set(rows.map(({ email }) => email))
}

/** A university ID without case, spaces and punctuation, as people write them differently. */
export const comparableUniversityId = sql`
  lower(regexp_replace(normalize(university_id, nfkc), '[^[:alnum:]]', '', 'g'))`

/**
 * Those of the university IDs that donors have, without case, spaces and punctuation. It reads all donors: an operator's
 * command may, a call may not.
 */
export async function findUniversityIds(db: Database, comparableIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ comparable: string }>`
    select distinct comparable from donors, ${comparableUniversityId} as comparable
     where comparable = any (${comparableIds})`.execute(db)
  return new Set(rows.map(({ comparable }) => comparable))
}

/** Counts the donors who have chosen each hall, by the id of the hall; those without a donor are left out. */
export async function countDonorsOfHalls(db: Database): Promise<Map<string | null, number>> {
  const counts = await db
    .selectFrom('donors')
    .select(['hallId', ({ fn }) => fn.countAll<string>().as('donors')])
    .where('hallId', 'is not', null)
    .groupBy('hallId')
    .execute()
  return new Map(counts.map(({ hallId, donors }) => [hallId, Number(donors)]))
}

/** Counts the donors that appear in searches. */
export const countSearchableDonors = (db: Database): Promise<number> =>
  countMatching(db.selectFrom('donors').where(isSearchableDonor()))

/**
 * Counts the donors that appear in searches by blood group; the result includes groups without donors.
 * @param day counts only those who can give blood on this day
 */
export async function countSearchableDonorsByGroup(
  db: Database,
  day?: EligibilityDay,
): Promise<{ bloodGroup: BloodGroup; donors: number }[]> {
  const counts = await db
    .selectFrom('donors')
    .select(['bloodGroup', ({ fn }) => fn.countAll<string>().as('donors')])
    .where(isSearchableDonor())
    .where(day ? canDonate('blood', day) : sql<SqlBool>`true`)
    .groupBy('bloodGroup')
    .execute()
  const countOf = new Map(counts.map(({ bloodGroup, donors }) => [bloodGroup, Number(donors)]))
  return BLOOD_GROUPS.map(bloodGroup => ({ bloodGroup, donors: countOf.get(bloodGroup) ?? 0 }))
}
