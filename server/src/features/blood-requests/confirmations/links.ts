import type { ClosedStatus } from '@blood-bank/contract/blood-requests/endpoints'
import { DAY_MS } from '@blood-bank/contract/durations'
import type { RefusalCode } from '@blood-bank/contract/errors'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connection.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { createLinkToken, hashLinkToken } from '../../../platform/secrets/hashes.ts'
import { findBloodRequest } from '../queries.ts'
import type { BloodRequestRow } from '../tables.ts'

/** Creates the token of a link by which the owner of a blood request says whether blood is still needed. */
export async function createConfirmationLink(
  db: Database,
  bloodRequestId: string,
  createdAt: Date,
): Promise<string> {
  const token = createLinkToken()
  await db
    .insertInto('confirmationLinks')
    .values({ tokenHash: hashLinkToken(token), bloodRequestId, createdAt })
    .execute()
  return token
}

const DEAD: Record<ClosedStatus, RefusalCode> = {
  fulfilled: 'confirmation-request-fulfilled',
  cancelled: 'confirmation-request-cancelled',
}

/** Finds the blood request of a link. @throws Refusal when the link is unknown or the request is no longer open */
export async function requireOpenBloodRequest(db: Database, token: string): Promise<BloodRequestRow> {
  const link = await db
    .selectFrom('confirmationLinks')
    .select('bloodRequestId')
    .where('tokenHash', '=', hashLinkToken(token))
    .executeTakeFirst()
  if (!link) throw refuse('confirmation-link-unknown')
  const bloodRequest = link.bloodRequestId === null ? null : await findBloodRequest(db, link.bloodRequestId)
  if (!bloodRequest) throw refuse('confirmation-request-deleted')
  if (bloodRequest.status !== 'active') throw refuse(DEAD[bloodRequest.status])
  // Its owner is suspended.
  if (bloodRequest.isHidden) throw refuse('confirmation-request-unavailable')
  return bloodRequest
}

/** Removes old links of blood requests that are closed or deleted. */
export async function removeOldConfirmationLinks(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION.confirmationLinkDays * DAY_MS)
  await sql`
    delete from confirmation_links where created_at < ${before}
       and not exists (select from blood_requests where id = blood_request_id and status = 'active')`.execute(
    db,
  )
}
