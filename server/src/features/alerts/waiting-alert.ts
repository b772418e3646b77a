import { publicHospitalOf } from '@blood-bank/contract/blood-requests/public-hospital'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { findPublicPlace } from '../blood-requests/hospitals/public-place.ts'
import { isListedRequest } from '../blood-requests/queries.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import { isSearchableDonor } from '../donors/queries.ts'
import { isStandingOffer } from '../offers/queries.ts'
import { invitesToPlatelets } from './queries.ts'
import type { AlertPreferencesRow, AlertRow } from './tables.ts'

/** An alert that waits for an answer, and what it asks. */
export type WaitingAlert = Pick<AlertRow, 'id' | 'userId' | 'alertedAt' | 'shownAt'> &
  Pick<
    BloodRequestRow,
    | 'requiredBloodGroup'
    | 'component'
    | 'takesOtherGroups'
    | 'unitsRequired'
    | 'urgency'
    | 'requestedAt'
    | 'confirmedAt'
    | 'neededBy'
  > & {
    /** The hospital, and the hospital with its location, as they may be shown to anybody: emails are forwarded. */
    hospital: string | null
    place: string | null
    /** The hospital in another alphabet; null if nothing is left of it, or what is left may not be shown. */
    hospitalAs: (convert: (text: string) => string) => string | null
    /** Null for the default. */
    nightsAllowed: AlertPreferencesRow['nightsAllowed'] | null
    invitesToPlatelets: boolean
  }

/**
 * Finds an alert that is about to be sent. Null when it must not be sent any more: the request has closed, is hidden,
 * reported or no longer confirmed, or the donor has answered, has offered to donate, is not found by searches any more, has turned
 * alerts off or has paused them without having asked for this one on the phone, or is no longer asked for platelets by machine.
 * One statement, because a wave sends many alerts.
 */
export async function findWaitingAlert(
  db: Database,
  alertId: string,
  now: Date,
): Promise<WaitingAlert | null> {
  const waiting = await db
    .selectFrom('alerts')
    .innerJoin('bloodRequests', 'bloodRequests.id', 'alerts.bloodRequestId')
    .leftJoin('alertPreferences', 'alertPreferences.userId', 'alerts.userId')
    .select(['alerts.id', 'alerts.userId', 'alertedAt', 'shownAt', 'nightsAllowed', 'bloodRequests.urgency'])
    .select([
      'requiredBloodGroup',
      'bloodRequests.component',
      'takesOtherGroups',
      'hospitalName',
      'hospitalLocation',
      'unitsRequired',
    ])
    .select(invitesToPlatelets(sql.ref('alertedAt')).as('invitesToPlatelets'))
    .select(['patientName', 'contactPerson', 'bloodRequests.userId as ownerId'])
    .select(['requestedAt', 'confirmedAt', 'neededBy'])
    .where('alerts.id', '=', alertId)
    .where('answer', 'is', null)
    .where(isListedRequest())
    .where('unconfirmedSince', 'is', null)
    .where('alertsStoppedAt', 'is', null)
    .where(sql<boolean>`(blood_requests.component <> 'apheresis-platelets' or also_platelets)`)
    .where(
      sql<boolean>`exists (select from donors where donors.user_id = alerts.user_id and ${isSearchableDonor()})`,
    )
    .where(
      sql<boolean>`not exists (select from offers where offers.user_id = alerts.user_id and ${isStandingOffer()})`,
    )
    .where(
      sql<boolean>`(alerts.kind = 'call' or coalesce(is_on, true) and coalesce(paused_until, '-infinity') <= ${now})`,
    )
    .executeTakeFirst()
  if (!waiting) return null
  const { hospitalName, hospitalLocation, patientName, contactPerson, ownerId, ...alert } = waiting
  const typed = { hospitalName, hospitalLocation, patientName, contactPerson, userId: ownerId }
  const { hospital, location, isKnown } = await findPublicPlace(db, typed, now)
  return {
    ...alert,
    hospital,
    place: location === null ? hospital : `${hospital}, ${location}`,
    // Another alphabet may show a name or a link that this one hides.
    hospitalAs: convert =>
      hospital === null
        ? null
        : publicHospitalOf({ ...typed, hospitalName: convert(hospital) }, { isKnown }) || null,
  }
}

/** How soon blood is needed. */
export const WHEN = { urgent: 'today', moderate: 'within two days', low: 'soon' } as const
