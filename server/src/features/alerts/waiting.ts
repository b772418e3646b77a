import { MINUTE_MS } from '@blood-bank/contract/durations'
import { type SqlBool, sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { countMatching } from '../../platform/database/listing.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import { HAS_GIVEN, isComing } from '../kept-donors/comings.ts'
import { isValidDonation } from '../offers/donations/queries.ts'
import { isStandingOffer } from '../offers/queries.ts'

/**
 * The condition on `blood_requests` for active ones that need units, and for which nobody comes: no donor has offered, and no kept
 * donor has said so to a coordinator.
 */
export const isWaitingRequest = (now: Date) => sql<SqlBool>`(
  blood_requests.status = 'active'
  -- Counted for each request: an anti-join would read those of all requests.
  and 0 = (select count(*) from offers where blood_request_id = blood_requests.id and ${isStandingOffer()})
  and 0 = (select count(*) from donor_calls where blood_request_id = blood_requests.id and ${isComing(now)})
  and units_required >
    (select count(*) from donations where blood_request_id = blood_requests.id and ${isValidDonation()})
    + (select count(*) from donor_calls where blood_request_id = blood_requests.id and ${HAS_GIVEN}))`

export const isWaiting = async (db: Database, id: string, now: Date): Promise<boolean> =>
  (await countMatching(db.selectFrom('bloodRequests').where('id', '=', id).where(isWaitingRequest(now)))) > 0

type Site = Pick<Config, 'hotlineAfterMinutes'>

/** A request that was posted then is overdue now. */
export const overdueBefore = (now: Date, { hotlineAfterMinutes }: Site) =>
  new Date(now.getTime() - hotlineAfterMinutes * MINUTE_MS)

/**
 * Whether a request has waited so long that its owner is shown whom to call: one for platelets by machine, which few give, does at
 * once.
 */
export const isOverdue = (
  { component, requestedAt }: Pick<BloodRequestRow, 'component' | 'requestedAt'>,
  site: Site,
  now: Date,
): boolean => component === 'apheresis-platelets' || requestedAt <= overdueBefore(now, site)
