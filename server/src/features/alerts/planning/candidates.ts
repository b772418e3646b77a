import { DEFAULT_FREQUENCY } from '@blood-bank/contract/alerts/endpoints'
import type { Component } from '@blood-bank/contract/donors/components'
import type { EligibilityDay } from '@blood-bank/contract/donors/eligibility'
import { groupsThatMeet, type Need } from '@blood-bank/contract/donors/needs'
import { DAY_MS } from '@blood-bank/contract/durations'
import { sql } from 'kysely'
import { finiteOrNull } from '../../../config/limits.ts'
import type { Database } from '../../../platform/database/connection.ts'
import type { BloodRequestRow } from '../../blood-requests/tables.ts'
import { canDonate, isSearchableDonor } from '../../donors/queries.ts'
import { isStandingOffer } from '../../offers/queries.ts'
import { agreesTo, FREQUENCIES } from '../queries.ts'
import type { Candidate } from './plan-wave.ts'

type Search = {
  bloodRequest: Need & Pick<BloodRequestRow, 'id' | 'userId' | 'urgency'>
  need: Buffer
  weeklyAlerts: number
  /** Without one, donors whose share of alerts for such requesters is used up are left out. */
  requesterHasRecord: boolean
  /** When the wave began whose donors are replaced; null in a wave. Whoever registered later may know who declined. */
  registeredBefore: Date | null
  day: EligibilityDay
  now: Date
  limit: number
}

/**
 * Reads the donors who may be asked for a blood request: the exact group first, then the other groups in order of preference,
 * within a group those who were asked least recently, by chance if they were asked together (`alert_order` is random). The
 * index `donors_to_alert` has them in this order, so that hardly more rows are read than returned. A lateral join returns
 * its rows in the order of the groups.
 */
export async function findCandidates(
  db: Database,
  { day, limit, registeredBefore, ...conditions }: Search,
): Promise<Candidate[]> {
  const { bloodRequest, now } = conditions
  const groups = groupsThatMeet(bloodRequest)
  const { rows } = await sql<Candidate>`
    select donor.user_id, (select mailbox from users where id = donor.user_id)
      from unnest(${groups}::text[]) as groups (blood_group)
     cross join lateral (
       select user_id from donors
        where donors.blood_group = groups.blood_group and ${isSearchableDonor()}
          and alerts_from <= ${now} and registered_at <= coalesce(${registeredBefore}::timestamptz, 'infinity')
          and user_id <> ${bloodRequest.userId} and ${agreesTo(bloodRequest.component, 'donors')}
          and ${canDonate(bloodRequest.component, day)}
          and exists (select from users where users.id = donors.user_id and email_verified)
          and not exists (select from offers where offers.user_id = donors.user_id and ${isStandingOffer()})
          and ${mayBeAsked(conditions)}
        order by last_alerted_at nulls first, alert_order
        limit ${limit}
     ) donor
     limit ${limit}`.execute(db)
  return rows
}

/** Counts the donors of all groups who can be asked for a component at some time of the next 24 hours. */
export async function countAskable(
  db: Database,
  { component, day, now }: Pick<Search, 'day' | 'now'> & { component: Component },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from donors
     where ${isSearchableDonor()} and alerts_from <= ${new Date(now.getTime() + DAY_MS)}
       and ${canDonate(component, day)} and ${agreesTo(component, 'donors')}
       and exists (select from users where users.id = donors.user_id and email_verified)`.execute(db)
  return rows[0]?.count ?? 0
}

type Conditions = Omit<Search, 'day' | 'limit' | 'registeredBefore'>

/**
 * Whether a donor was neither asked for this request, nor for this need lately, nor too often for requests of this urgency.
 * One subquery that reads the few alerts of the donor: with several, PostgreSQL would read all alerts to join them.
 */
const mayBeAsked = ({
  bloodRequest: { id, urgency },
  need,
  weeklyAlerts,
  requesterHasRecord,
  now,
}: Conditions) => sql`(
  select coalesce(bool_and(
           blood_request_id is distinct from ${id} and (need <> ${need} or alerted_at <= ${now}::timestamptz - period)
         ), true)
     and count(*) filter (where alerts.urgency = ${urgency} and alerted_at > ${now}::timestamptz - interval '7 days')
         < coalesce(${finiteOrNull(weeklyAlerts)}::int, ${MAX_ALERTS})
     and (${requesterHasRecord} or coalesce(
           count(*) filter (where not requester_has_record and alerted_at > ${now}::timestamptz - period)
             < max(without_record), true))
    from alerts
    left join alert_preferences choice on choice.user_id = alerts.user_id
    join ${FREQUENCIES} on frequencies.frequency = coalesce(choice.frequency, ${sql.lit(DEFAULT_FREQUENCY)})
   where alerts.user_id = donors.user_id)`

/** More than anybody gets in a week. */
const MAX_ALERTS = 1_000
