import { type BloodGroup, findBloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { otherDonorGroupsFor } from '@blood-bank/contract/donors/compatibility'
import { addDays } from '@blood-bank/contract/donors/eligibility'

/** One call to the plain server, and who makes it. */
export type Call = {
  query: URLSearchParams
  user: { id: string; email: string }
  key: unknown
  body: Record<string, unknown>
}

/** A prepared statement whose one row has one column, `json`: the complete reply. */
export type Statement = { name: string; text: string; values: (call: Call) => unknown[] }

/**
 * The connection option with which PostgreSQL plans each statement once. Otherwise it plans the search for each call,
 * which takes longer than reading the page.
 */
export const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan'

/** The default of DONATION_INTERVAL_DAYS. */
const INTERVAL_DAYS = 120

const listOf = (rows: string) =>
  `select '{"records":' || coalesce(json_agg(record), '[]') || '}' as json from (${rows}) record`

const donorsWith = (condition: string) => `
  (select * from donors
    where blood_group = $1 and is_available and is_profile_active and not is_hidden and ${condition}
    order by allow_contact_visibility desc, is_verified desc, registered_at desc, id desc limit $2)`

/**
 * $1 blood group, $2 limit, $3 the latest date of donation with which somebody can donate today. PostgreSQL reads the
 * second part only if the first does not fill the limit.
 */
const SEARCH_DONORS = listOf(`
  select id, full_name as "fullName", university_role as "universityRole", department, blood_group as "bloodGroup",
         is_verified as "isVerified", case when allow_contact_visibility then contact_number end as "contactNumber",
         case when latest_donation_date > $3 then latest_donation_date + ${INTERVAL_DAYS} end as "eligibleFrom"
    from (${donorsWith(`coalesce(latest_donation_date, '-infinity') <= $3`)} union all
          ${donorsWith(`coalesce(latest_donation_date, '-infinity') > $3`)}) found limit $2`)

const limitOf = (query: URLSearchParams) => Number(query.get('limit') ?? 50)

/** The latest donation with which one can donate today. The product has the machine's time zone, too. */
export const latestDonationDate = () => addDays(new Date().toLocaleDateString('sv-SE'), -INTERVAL_DAYS)

const search = (groupOf: (bloodGroup: string | null) => string | null): Statement => ({
  name: 'search-donors',
  text: SEARCH_DONORS,
  values: ({ query }) => [groupOf(query.get('bloodGroup')), limitOf(query), latestDonationDate()],
})

function onlyOtherGroup(bloodGroup: string | null): BloodGroup {
  const group = findBloodGroup(bloodGroup)
  const [other, ...more] = group ? otherDonorGroupsFor(group) : []
  if (!other || more.length > 0) throw new Error('No workload searches for several other groups.')
  return other
}

const BLOOD_REQUEST_FIELDS = `
  id, user_id as "userId", patient_name as "patientName", required_blood_group as "requiredBloodGroup",
  units_required as "unitsRequired", hospital_name as "hospitalName", hospital_location as "hospitalLocation",
  contact_person as "contactPerson", contact_number as "contactNumber", urgency,
  additional_info as "additionalInfo", status, requested_at as "requestedAt"`

const bloodRequestsWhere = (condition: string, limit: string) =>
  listOf(`
    select ${BLOOD_REQUEST_FIELDS} from blood_requests where ${condition}
    order by requested_at desc, id desc limit ${limit}`)

const FORM_FIELDS = [
  'patientName',
  'requiredBloodGroup',
  'unitsRequired',
  'hospitalName',
  'hospitalLocation',
  'contactPerson',
  'contactNumber',
  'urgency',
  'additionalInfo',
]

/** Whether the lists show a blood request. */
export const IS_ACTIVE = `status = 'active' and not is_hidden and hidden_at is null`

/** What the plain server runs for a call, by method and path. */
export const STATEMENTS: Record<string, Statement> = {
  'GET /api/donors': search(bloodGroup => bloodGroup),
  'GET /api/donors/compatible': search(onlyOtherGroup),
  'GET /api/blood-requests': {
    name: 'active-blood-requests',
    text: bloodRequestsWhere(IS_ACTIVE, '$1'),
    values: ({ query }) => [limitOf(query)],
  },
  'GET /api/blood-requests/mine': {
    name: 'blood-requests-of-user',
    text: bloodRequestsWhere('user_id = $1', '$2'),
    values: ({ query, user }) => [user.id, limitOf(query)],
  },
  'POST /api/blood-requests': {
    name: 'post-blood-request',
    text: `
      with posted as (
        insert into blood_requests
          (user_id, user_email, idempotency_key, patient_name, required_blood_group, units_required, hospital_name,
           hospital_location, contact_person, contact_number, urgency, additional_info)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        on conflict (user_id, idempotency_key) where idempotency_key is not null do nothing
        returning ${BLOOD_REQUEST_FIELDS})
      select row_to_json(posted)::text as json from posted`,
    values: ({ user, key, body }) => [user.id, user.email, key, ...FORM_FIELDS.map(field => body[field])],
  },
  'POST /api/alerts/declines': {
    name: 'decline-alert',
    text: `
      with declined as (
        update alerts set answer = 'no', answered_at = now() from alert_links
         where alert_links.alert_id = alerts.id and token_hash = sha256($1::text::bytea)
        returning blood_request_id)
      select json_build_object(
        'requiredBloodGroup', required_blood_group, 'urgency', urgency, 'hospitalName', hospital_name,
        'hospitalLocation', hospital_location, 'unitsRequired', units_required,
        'unitsGiven', (select count(*) from donations where blood_request_id = found.id and not is_withdrawn),
        'offersStanding', (select count(*) from offers where blood_request_id = found.id and status = 'offered'),
        'requestedAt', requested_at, 'answer', 'no')::text as json
      from declined join blood_requests found on found.id = blood_request_id
     where ${IS_ACTIVE}`,
    values: ({ body }) => [body.token],
  },
  'GET /api/admin/overview': {
    name: 'overview',
    text: `
      select json_build_object(
        'donors', (select count(*) from donors),
        'users', (select count(*) from users),
        'bloodRequests', json_build_object(
          'active', count(*) filter (where status = 'active'),
          'fulfilled', count(*) filter (where status = 'fulfilled'),
          'cancelled', count(*) filter (where status = 'cancelled')))::text as json
      from blood_requests`,
    values: () => [],
  },
}
