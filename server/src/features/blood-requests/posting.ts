import type { BloodRequestForm } from '@blood-bank/contract/blood-requests'
import type { User } from '@blood-bank/contract/users'
import { sql } from 'kysely'
import type { Database } from '../../database/connection.ts'
import { inBatches } from '../../database/in-batches.ts'
import { isDatabaseGone } from '../../database/outage.ts'
import { LONGEST_QUEUE } from '../../database/too-busy.ts'
import type { BloodRequestRow, PostedBloodRequest } from './store.ts'

type NewBloodRequest = {
  owner: Pick<User, 'id' | 'email'>
  form: BloodRequestForm
  idempotencyKey: string | null
}

/**
 * Posts requests. Those that come while a statement is under way are posted together by the next one, with one commit:
 * most of what posting costs is not the row. Sent again with the same key a request is the same one: that which is
 * there already.
 */
export const openPosting = (db: Database): ((request: NewBloodRequest) => Promise<PostedBloodRequest>) =>
  inBatches(requests => postTogether(db, requests), { mostWaiting: LONGEST_QUEUE })

async function postTogether(db: Database, requests: NewBloodRequest[]) {
  try {
    return await insert(db, requests)
  } catch (error) {
    if (requests.length === 1 || isDatabaseGone(error)) throw error
    // One that cannot be posted, as its owner has just been erased, keeps nobody else from it.
    return (request: NewBloodRequest) => postAlone(db, request)
  }
}

const postAlone = async (db: Database, request: NewBloodRequest) => (await insert(db, [request]))(request)

async function insert(db: Database, requests: NewBloodRequest[]) {
  const sent = requests.map(({ owner, form, idempotencyKey }, place) => ({
    place,
    userId: owner.id,
    userEmail: owner.email,
    idempotencyKey,
    ...form,
  }))
  // Written out: to build it anew each time would cost a tenth of what posting costs.
  const { rows } = await sql<Pick<BloodRequestRow, 'id' | 'status' | 'requestedAt'> & { place: number }>`
    with sent as materialized (
      select uuidv7() as id, * from json_to_recordset(${JSON.stringify(sent)}) as sent (
        place int, "userId" uuid, "userEmail" text, "idempotencyKey" uuid, "patientName" text,
        "requiredBloodGroup" text, "unitsRequired" int, "hospitalName" text, "hospitalLocation" text,
        "contactPerson" text, "contactNumber" text, urgency text, "additionalInfo" text)
    ), posted as (
      insert into blood_requests (
        id, user_id, user_email, idempotency_key, patient_name, required_blood_group, units_required,
        hospital_name, hospital_location, contact_person, contact_number, urgency, additional_info)
      select
        id, "userId", "userEmail", "idempotencyKey", "patientName", "requiredBloodGroup", "unitsRequired",
        "hospitalName", "hospitalLocation", "contactPerson", "contactNumber", urgency, "additionalInfo"
      from sent
      on conflict (user_id, idempotency_key) where idempotency_key is not null do nothing
      returning id, status, requested_at
    )
    select place, posted.* from posted join sent using (id)`.execute(db)
  const stored = new Map(rows.map(({ place, ...row }) => [requests[place], row]))

  return async (request: NewBloodRequest): Promise<PostedBloodRequest> => {
    const { owner, form, idempotencyKey } = request
    const row = stored.get(request)
    if (row) return { userId: owner.id, userEmail: owner.email, ...form, ...row }
    // Neither new nor there: the first one was deleted a moment ago, so that this one is new after all.
    return (await findPosted(db, owner.id, idempotencyKey)) ?? postAlone(db, request)
  }
}

const findPosted = (db: Database, userId: string, idempotencyKey: string | null) =>
  db
    .selectFrom('bloodRequests')
    .selectAll()
    .where('userId', '=', userId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
