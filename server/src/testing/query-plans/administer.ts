import * as audit from '@blood-bank/contract/audit/endpoints'
import * as requests from '@blood-bank/contract/blood-requests/endpoints'
import { readCharts, readOverview } from '@blood-bank/contract/campus/overview'
import * as donors from '@blood-bank/contract/donors/endpoints'
import { verifyDonors } from '@blood-bank/contract/donors/verifications'
import type { Endpoint } from '@blood-bank/contract/endpoint'
import * as users from '@blood-bank/contract/users/endpoints'
import type { Person } from '../person.ts'
import type { Caller } from './caller.ts'
import { type Filters, listingQueries } from './listing-queries.ts'

/** A text with many matches, one with few, two that are too short for the trigram index, and a number as it is shown. */
const SEARCHES = ['rahman', 'anik.gomes', '42', 'zq', '01712-345678']

const BLOOD_GROUPS = ['AB-', 'O+']
const YES_NO = ['true', 'false']

/** Calls every endpoint for admins. */
export async function administer(caller: Caller, admin: Person): Promise<void> {
  await caller.call(admin, readOverview)
  await caller.call(admin, readCharts)
  await readLists(caller, admin)
  await caller.call(admin, donors.exportDonors, { query: { bloodGroup: 'A-' } })
  await caller.call(admin, requests.exportBloodRequests, { query: { requiredBloodGroup: 'A-' } })
  await caller.call(admin, users.exportUsers, { query: { search: 'anik.gomes' } })
  await caller.call(admin, audit.exportAuditEntries, { query: { action: 'suspended', from: '2026-01-01' } })
  await changeRecords(caller, admin)
}

async function readLists({ call, callList, callPages }: Caller, admin: Person) {
  const read = async (endpoint: Endpoint, sorts: readonly string[], filters: Filters) => {
    const { paged, others } = listingQueries({ sorts, filters, searches: SEARCHES })
    for (const query of paged) await callPages(admin, endpoint, query)
    for (const query of others) await callList(admin, endpoint, query)
  }
  const flags = { isVerified: YES_NO, isProfileActive: YES_NO, isAvailable: YES_NO }
  await read(donors.listDonors, donors.DONOR_SORTS, { bloodGroup: BLOOD_GROUPS, ...flags })
  await read(requests.listBloodRequests, requests.BLOOD_REQUEST_SORTS, {
    status: requests.BloodRequestStatus.options,
    urgency: requests.Urgency.options,
    requiredBloodGroup: BLOOD_GROUPS,
  })
  await read(users.listUsers, users.USER_SORTS, { role: users.Role.options })
  const [entry] = (await call(admin, audit.listAuditEntries, { query: {} })).body.records
  if (!entry?.record) throw new Error('The audit log has no entry about a record.')
  const day = entry.at.slice(0, 'YYYY-MM-DD'.length)
  const year = Number(day.slice(0, 4))
  await read(audit.listAuditEntries, audit.AUDIT_SORTS, {
    actor: [entry.actor.id],
    action: ['suspended', 'blood-request-closed'],
    type: audit.AuditRecordType.options,
    record: [entry.record.id],
    from: [day.replace(/^.{4}/, String(year - 1)), day],
    to: [day.replace(/^.{4}/, String(year - 1))],
  })
}

async function changeRecords({ call }: Caller, admin: Person) {
  const [donor] = (await call(admin, donors.listDonors, { query: {} })).body.records
  const active = await call(admin, requests.listBloodRequests, { query: { status: 'active' } })
  const [open, other] = active.body.records
  if (!donor || !open || !other) throw new Error('The campus has neither donors nor requests.')
  const params = { id: donor.id }
  await call(admin, donors.verifyDonor, { params, body: { isVerified: !donor.isVerified } })
  await call(admin, verifyDonors, { body: { ids: [donor.id], isVerified: donor.isVerified } })
  // And back: the newest donor is one of those who call the other endpoints.
  for (const isProfileActive of [!donor.isProfileActive, donor.isProfileActive])
    await call(admin, donors.activateDonor, { params, body: { isProfileActive } })
  const reason = 'not-needed'
  await call(admin, requests.closeBloodRequest, {
    params: { id: open.id },
    body: { status: 'cancelled', reason },
  })
  await call(admin, requests.deleteBloodRequest, { params: { id: other.id }, query: { reason } })
  for (const role of ['admin', 'user'] as const)
    await call(admin, users.changeRole, { params: { id: donor.userId }, body: { role } })
  const suspended = { id: donor.userId }
  await call(admin, users.suspendUser, { params: suspended, body: { reason: 'other' } })
  await call(admin, users.listUsers, { query: { search: donor.email } })
  await call(admin, users.liftSuspension, { params: suspended })
}
