import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import type { Component } from '@blood-bank/contract/donors/components'
import type { EligibilityDay } from '@blood-bank/contract/donors/eligibility'
import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import {
  ASKED_FOR_HOURS,
  type CallResult,
  COMING_HOURS,
  type DonorKind,
  MAX_DONORS_TO_CALL,
} from '@blood-bank/contract/kept-donors/calls'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Coordination } from '../../../identity/access/caller.ts'
import type { Database } from '../../../platform/database/connection.ts'
import { canDonate, isSearchableDonor } from '../../donors/queries.ts'
import { hasContact, IS_LAST_COMING, isComing } from '../comings.ts'
import { ofHall } from '../store.ts'
import { SAID_STOP } from './store.ts'

/** A donor whom a coordinator can call, with the last call and what they are coming for. */
export type DonorToCallRow = {
  kind: DonorKind
  id: string
  fullName: string
  bloodGroup: BloodGroup
  hallId: string | null
  batch: string | null
  department: string | null
  keptBy: string | null
  askFor: string | null
  mayHaveRegistered: boolean
  callId: string | null
  callerId: string | null
  calledAt: Date | null
  result: CallResult | null
  notedAt: Date | null
  comingCallId: string | null
  comingFor: string | null
  comingSince: Date | null
  hasEnded: boolean
  hasContact: boolean
}

type Listing = {
  coordination: Coordination
  /** Users: registered donors do not call themselves, and do not give for their own request. */
  leftOut: string[]
  /** Whoever reads the list. */
  callerId: string
  /** In order of preference. */
  bloodGroups: readonly BloodGroup[]
  component: Component
  /** For which request; undefined for a group. */
  bloodRequestId?: string | undefined
  hallId?: string | undefined
  batch?: string | undefined
  hasWrongNumber?: boolean | undefined
  day: EligibilityDay
  /** When today began. */
  dayBegan: Date
  now: Date
}

/**
 * Lists whom a coordinator can call: those who are coming first, then those of whose call the coordinator has not said what came
 * of it, then those who were not called today, the patient's group before the others, and whoever was not called for the longest
 * time. The number of nobody is read. Registered donors who are not asked for platelets by machine are among them: leaving them
 * out would tell who is.
 */
export async function findDonorsToCall(db: Database, listing: Listing): Promise<DonorToCallRow[]> {
  const { bloodGroups, hasWrongNumber, dayBegan } = listing
  // The last call of each donor is looked up: of the other groups, who come later, only where the first one does not fill the list.
  const readsAll = hasWrongNumber || bloodGroups.length === 1
  const first = readsAll ? [] : await findAmong(db, listing, bloodGroups.slice(0, 1))
  const last = first.length === MAX_DONORS_TO_CALL ? first.at(-1) : undefined
  const isFull = last && (last.calledAt === null || last.calledAt < dayBegan)
  return isFull ? first : findAmong(db, listing, bloodGroups)
}

/** Those of some of the groups, and of all groups whoever is coming, or was called and it is not said what came of it. */
async function findAmong(
  db: Database,
  listing: Listing,
  among: readonly BloodGroup[],
): Promise<DonorToCallRow[]> {
  const { coordination, leftOut, bloodGroups, component, bloodRequestId, day, dayBegan, now } = listing
  const { callerId, hallId = null, batch = null, hasWrongNumber = false } = listing
  const askedSince = new Date(now.getTime() - ASKED_FOR_HOURS * HOUR_MS)
  const ofGroups = (groups: readonly BloodGroup[]) => sql`blood_group = any (${groups}::text[])`
  const isUnsaid = sql`(caller_id = ${callerId} and result is null and called_at > ${askedSince})`
  const isAmong = (column: 'keptDonorId' | 'userId', id: RawBuilder<unknown>) => sql`(${ofGroups(among)}
    or ${ofGroups(bloodGroups)} and ${id} = any (array(select ${sql.ref(column)} from donor_calls where ${isUnsaid})))
    and ${canDonate(component, day)}`
  const isListed = hasWrongNumber
    ? sql`last.result = 'wrong-number'`
    : sql`(has_ended or coming_call_id is not null and ${ofGroups(bloodGroups)}
        or can_give and last.result is distinct from 'wrong-number'
        and not coalesce(last.result = 'not-today' and last.called_at >= ${dayBegan}, false)
        and donor.id not in (select kept_donor_id from donor_calls where ${isComing(now)}))`
  const order = sql`coming_call_id is null,
    not coalesce(${isUnsaid}, false),
    coalesce(called_at >= ${dayBegan}, false),
    array_position(${bloodGroups}::text[], blood_group), called_at nulls first`
  const { rows } = await sql<DonorToCallRow>`
    select listed.*, kind = 'kept' and exists (
             select from donors join kept_donors kept using (contact_number) where kept.id = listed.id
           ) as may_have_registered
      from (
        select donor.kind, donor.id, full_name, blood_group, hall_id, batch, department, kept_by, ask_for,
               last.id as call_id, caller_id, called_at, result, noted_at,
               coming_call_id, coming_for, coming_since, coalesce(has_ended, false) as has_ended,
               coalesce(has_contact, false) as has_contact
          from (
            select 'kept' as kind, id, null::uuid as user_id, full_name, blood_group, hall_id, batch, department, kept_by, ask_for,
                   ${isAmong('keptDonorId', sql`id`)} as can_give
              from (select *, last_donation_date as latest_donation_date from agreed_donors_to_call) kept
             where ${ofHall(coordination)} and id not in ${SAID_STOP}
               and (id = any (array(select kept_donor_id from donor_calls
                              where ${hasWrongNumber ? sql`result = 'wrong-number'` : isOpen(now)}))
                    or not ${hasWrongNumber}::boolean and ${isAmong('keptDonorId', sql`id`)})
            union all
            select 'registered', id, user_id, full_name, blood_group, hall_id, null, department, null, null, true
              from donors
             where ${isSearchableDonor()} and allow_contact_visibility and ${isAmong('userId', sql`user_id`)}
               and user_id <> all (${leftOut}::uuid[]) and not ${hasWrongNumber}::boolean
          ) donor
          left join lateral (
            select id, caller_id, called_at, result, noted_at from donor_calls
             where coalesce(kept_donor_id, user_id) = coalesce(donor.user_id, donor.id)
             order by called_at desc, id desc limit 1
          ) last on true
          left join (
            select distinct on (kept_donor_id) kept_donor_id, id as coming_call_id, blood_request_id as coming_for,
                   noted_at as coming_since, not ${isComing(now)} as has_ended, ${hasContact(now)} as has_contact
              from donor_calls
             where ${isOpen(now)}
               and (not ${isComing(now)} or ${bloodRequestId ?? null}::uuid is null
                    or blood_request_id = ${bloodRequestId ?? null})
               and ${IS_LAST_COMING}
             order by kept_donor_id, ended_at desc nulls first
          ) coming on coming.kept_donor_id = donor.id
         where ${isListed}
           and (${hallId}::uuid is null or hall_id = ${hallId}) and (${batch}::text is null or batch = ${batch})
         order by ${order}, donor.id limit ${MAX_DONORS_TO_CALL}
      ) listed
     order by ${order}, id`.execute(db)
  return rows
}

/** The condition on `donor_calls` for donors who are coming, or were within a day, and nobody said what became of it. */
const isOpen = (now: Date) => sql<SqlBool>`(
  result = 'coming' and kept_donor_id is not null and outcome is null
  and coalesce(ended_at, noted_at + make_interval(hours => ${COMING_HOURS}::int)) > ${new Date(now.getTime() - DAY_MS)})`

/** Lists the batches of the kept donors of a coordinator. */
export async function listBatches(db: Database, coordination: Coordination): Promise<string[]> {
  const rows = await db
    .selectFrom('agreedDonorsToCall')
    .select('batch')
    .distinct()
    .where(ofHall(coordination))
    .where('batch', 'is not', null)
    .$narrowType<{ batch: string }>()
    .orderBy('batch')
    .execute()
  return rows.map(({ batch }) => batch)
}
