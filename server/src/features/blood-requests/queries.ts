import { Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import type { mayManage, owns } from '@blood-bank/contract/blood-requests/rules'
import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { NEED_KINDS, recipientGroupsOf } from '@blood-bank/contract/donors/needs'
import type { CountedPage } from '@blood-bank/contract/listing'
import type { Actor } from '@blood-bank/contract/users/actors'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { type Database, firstOrNull } from '../../platform/database/connection.ts'
import { countMatching, newestFirst, type Paging, readCountedPage } from '../../platform/database/listing.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Refusal, refuse } from '../../platform/http/refuse.ts'
import type { BloodRequestRow } from './tables.ts'

/** Whether a blood request is on the list of active requests: not hidden by a suspension or by reports. */
export const isListedRequest = (bloodRequests = 'bloodRequests') =>
  sql<SqlBool>`(${sql.ref(`${bloodRequests}.status`)} = 'active'
    and not ${sql.ref(`${bloodRequests}.isHidden`)} and ${sql.ref(`${bloodRequests}.hiddenAt`)} is null)`

/** Whether the planner of alerts has to plan the next wave of a blood request. */
export const isDueRequest = (now: Date) =>
  sql<SqlBool>`${isListedRequest()} and blood_requests.next_wave_at <= ${now}`

export const findBloodRequest = (db: Database, id: string): Promise<BloodRequestRow | null> =>
  firstOrNull(db.selectFrom('bloodRequests').selectAll().where('id', '=', id))

/**
 * Finds a blood request for somebody who owns it, or may manage it.
 * @throws Refusal blood-request-not-found or not-yours
 */
export async function getBloodRequest(
  db: Database,
  id: string,
  { actor, isAllowed }: { actor: Actor; isAllowed: typeof owns | typeof mayManage },
): Promise<BloodRequestRow> {
  const bloodRequest = await findBloodRequest(db, id)
  if (!bloodRequest) throw refuse('blood-request-not-found')
  if (!isAllowed(actor, bloodRequest)) throw refuse('not-yours')
  return bloodRequest
}

/** The refusal of a change that only an active request allows: it was closed or deleted in the meantime. */
export const refuseInactive = async (db: Database, id: string): Promise<Refusal> =>
  refuse((await findBloodRequest(db, id)) ? 'blood-request-closed' : 'blood-request-not-found')

/** Finds a blood request that is on the list of active requests. */
export const findListedBloodRequest = (db: Database, id: string): Promise<BloodRequestRow | null> =>
  firstOrNull(active(db).selectAll().where('id', '=', id))

/** Finds blood requests by their ids; those that were deleted are missing, and null finds none. */
export async function findBloodRequests(
  db: Database,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, BloodRequestRow>> {
  const rows = await db
    .selectFrom('bloodRequests')
    .selectAll()
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** The most urgent first, and of these the one that waits longest; last those whose owner does not say that they are still needed. */
const MOST_URGENT = {
  key: {
    by: sql`(unconfirmed_since is not null)::int::text || array_position(${sql.lit(`{${Urgency.options}}`)}::text[], urgency)
      || to_char(requested_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')`,
    kind: 'text',
  },
  order: 'asc',
} as const

type ActiveListing = Paging & {
  donorBloodGroup?: BloodGroup | undefined
  sort: 'requestedAt' | 'urgency'
}

/** Lists the active blood requests, newest or most urgent first: all, or those that donors of a group can give for. */
export function listActiveBloodRequests(
  db: Database,
  { donorBloodGroup, sort, ...paging }: ActiveListing,
): Promise<CountedPage<BloodRequestRow>> {
  const query = donorBloodGroup ? active(db).where(isMetBy(donorBloodGroup)) : active(db)
  const order = sort === 'urgency' ? MOST_URGENT : newestFirst('requestedAt')
  return readCountedPage(query.selectAll(), { ...paging, ...order })
}

/** Whether donors of a group can give for a blood request. */
const isMetBy =
  (donorBloodGroup: BloodGroup) =>
  ({ and, eb, or }: ExpressionBuilder<Schema, 'bloodRequests'>) =>
    or(
      NEED_KINDS.map(kind =>
        and([
          eb('component', '=', kind.component),
          eb('takesOtherGroups', '=', kind.takesOtherGroups),
          eb('requiredBloodGroup', 'in', recipientGroupsOf(donorBloodGroup, kind)),
        ]),
      ),
    )

/** Lists what the hospitals of the newest active blood requests are called, with the names that must not be part of it. */
export const listRecentHospitals = (db: Database, limit: number) =>
  active(db)
    .select(['userId', 'hospitalName', 'patientName', 'contactPerson'])
    .orderBy('requestedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const listBloodRequestsOfUser = (db: Database, userId: string, paging: Paging) =>
  readCountedPage(ofUser(db, userId).selectAll(), { ...paging, ...newestFirst('requestedAt') })

const active = (db: Database) => db.selectFrom('bloodRequests').where(isListedRequest())
const ofUser = (db: Database, userId: string) => db.selectFrom('bloodRequests').where('userId', '=', userId)

/** Lists when the blood requests were posted that a user posted and deleted within the last 24 hours, newest first. */
export const listDeletedPosts = (db: Database, userId: string): Promise<{ requestedAt: Date }[]> =>
  db
    .selectFrom('deletedPosts')
    .select('requestedAt')
    .where('userId', '=', userId)
    .orderBy('requestedAt', 'desc')
    .execute()

/** When the blood requests were posted that count against the limit of a day, also deleted ones. */
export async function listPostTimes(db: Database, userId: string): Promise<Date[]> {
  const { rows } = await sql<{ requestedAt: Date }>`
    select requested_at from blood_requests
     where user_id = ${userId} and requested_at > statement_timestamp() - interval '1 day'
     union all
    select requested_at from deleted_posts
     where user_id = ${userId} and requested_at > statement_timestamp() - interval '1 day'`.execute(db)
  return rows.map(({ requestedAt }) => requestedAt)
}

/** The seconds that the blood request which is due longest has waited for the planner; 0 when none is due. */
export async function measurePlannerLag(db: Database, now: Date): Promise<number> {
  const due = await db
    .selectFrom('bloodRequests')
    .select('nextWaveAt')
    .where(isDueRequest(now))
    .orderBy('nextWaveAt')
    .limit(1)
    .executeTakeFirst()
  return due?.nextWaveAt ? (now.getTime() - due.nextWaveAt.getTime()) / 1_000 : 0
}

/** Counts the blood requests on the list of active requests. */
export const countListedBloodRequests = (db: Database): Promise<number> => countMatching(active(db))

/** Whether other members cannot see a blood request: its owner is suspended, or reports hide it. */
export const isHiddenFromMembers = ({ isHidden, hiddenAt }: Pick<BloodRequestRow, 'isHidden' | 'hiddenAt'>) =>
  isHidden || hiddenAt !== null
