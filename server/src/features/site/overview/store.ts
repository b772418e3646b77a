import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import { type Charts, DISPUTES_SHOWN, type Overview, WEEKS_SHOWN } from '@blood-bank/contract/site/overview'
import { sql } from 'kysely'
import { startOfDate } from '../../../platform/clock/local-time.ts'
import type { Database } from '../../../platform/database/connection.ts'
import { countMatching } from '../../../platform/database/listing.ts'
import { countSearchableDonorsByGroup } from '../../donors/queries.ts'
import { listAnswerTimes } from '../../offers/answer-times.ts'
import { isValidDonation } from '../../offers/donations/queries.ts'
import { hasNoOfferForAnHour } from '../../offers/queries.ts'

type Counts = Record<'donors' | 'donorsToVerify' | 'users' | 'active' | 'fulfilled' | 'cancelled', string>

/** Counts donors, users and blood requests exactly, in one snapshot. */
export async function computeCounts(
  db: Database,
): Promise<Pick<Overview, 'donors' | 'donorsToVerify' | 'users' | 'bloodRequests'>> {
  const { rows } = await sql<Counts>`
    select (select count(*) from donors) as donors,
           (select count(*) from donors where not is_verified and is_profile_active) as donors_to_verify,
           (select count(*) from users) as users,
           count(*) filter (where status = 'active') as active,
           count(*) filter (where status = 'fulfilled') as fulfilled,
           count(*) filter (where status = 'cancelled') as cancelled
    from blood_requests`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('An aggregate without GROUP BY returns one row.')
  return {
    donors: Number(counts.donors),
    donorsToVerify: Number(counts.donorsToVerify),
    users: Number(counts.users),
    bloodRequests: {
      active: Number(counts.active),
      fulfilled: Number(counts.fulfilled),
      cancelled: Number(counts.cancelled),
    },
  }
}

/** Counts the units given in the last 12 weeks; those that donors added themselves, for no request, were not given for the bank. */
export const countRecentUnits = (db: Database, today: string): Promise<number> =>
  countMatching(
    db
      .selectFrom('donations')
      .where(isValidDonation())
      .where(donation =>
        donation.or([donation('recordedBy', '<>', 'donor'), donation('bloodRequestId', 'is not', null)]),
      )
      .where('donatedOn', '>', sql<string>`${today}::date - ${7 * WEEKS_SHOWN}::int`),
  )

/** Counts the requests that have needed a donor for over an hour. */
export const countRequestsWithoutOffer = (db: Database, now: Date): Promise<number> =>
  countMatching(db.selectFrom('bloodRequests').where(hasNoOfferForAnHour(now)))

/** Reads the disputed donations, the longest disputed first. Those of erased donors need no decision. */
export async function readDisputedDonations(db: Database): Promise<Overview['disputedDonations']> {
  const disputed = db
    .selectFrom('donations')
    .where(isValidDonation())
    .where('disputedAt', 'is not', null)
    .where('donations.userId', 'is not', null)
  const rows = await disputed
    .innerJoin('donors', 'donors.userId', 'donations.userId')
    .select(['donations.id', 'donatedOn', 'disputedAt', 'donors.id as donorId', 'fullName', 'email'])
    .orderBy('disputedAt')
    .orderBy('donations.id')
    .limit(DISPUTES_SHOWN)
    .execute()
  return {
    total: await countMatching(disputed),
    records: rows.map(({ id, donatedOn, disputedAt, donorId, fullName, email }) => ({
      id,
      donatedOn,
      disputedAt: (disputedAt as Date).toISOString(),
      donor: { id: donorId, fullName, email },
    })),
  }
}

type Week = Charts['weeks'][number]

/** Reads the charts, including weeks without requests and blood groups without donors. */
export async function computeCharts(
  db: Database,
  { today, timeZone }: { today: string; timeZone: string },
): Promise<Charts> {
  const lastMonday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7))
  const mondays = Array.from({ length: WEEKS_SHOWN + 1 }, (_, week) =>
    addDays(lastMonday, 7 * (week + 1 - WEEKS_SHOWN)),
  )
  // Not by PostgreSQL, which may not know the name that Node has for the time zone of the machine (Asia/Calcutta).
  const starts = mondays.map(monday => startOfDate(monday, timeZone))
  const { rows: weeks } = await sql<Week>`
    select to_char(monday, 'YYYY-MM-DD') as monday, requested.*
    from unnest(${mondays.slice(0, -1)}::date[], ${starts.slice(0, -1)}::timestamptz[], ${starts.slice(1)}::timestamptz[])
         week (monday, starts_at, ends_at),
    lateral (
      select count(*) filter (where status = 'active')::int as active,
             count(*) filter (where status = 'fulfilled')::int as fulfilled,
             count(*) filter (where status = 'cancelled')::int as cancelled
      from blood_requests
      where requested_at >= starts_at and requested_at < ends_at
    ) requested
    order by monday`.execute(db)
  const asked = await db
    .selectFrom('bloodRequests')
    .select(['requiredBloodGroup', ({ fn }) => fn.sum<string>('unitsRequired').as('units')])
    .where('requestedAt', '>=', starts[0] as Date)
    .where('requestedAt', '<', starts.at(-1) as Date)
    .where('status', '<>', 'cancelled')
    .where('takesOtherGroups', '=', false)
    .groupBy('requiredBloodGroup')
    .execute()
  const unitsAskedFor = (group: BloodGroup) =>
    Number(asked.find(({ requiredBloodGroup }) => requiredBloodGroup === group)?.units ?? 0)
  return {
    weeks,
    availableDonors: (await countSearchableDonorsByGroup(db)).map(group => ({
      ...group,
      unitsAsked: unitsAskedFor(group.bloodGroup),
    })),
    answerTimes: await listAnswerTimes(db),
  }
}
