import { requiredGroupOf } from '@blood-bank/contract/blood-requests/descriptions'
import type { AuditNames } from '../../identity/audit/actors.ts'
import { findUsers } from '../../identity/users/store.ts'
import { findSuspensions } from '../../identity/users/suspensions.ts'
import { findDonors, findDonorsOfUsers } from '../donors/queries.ts'
import { findBloodRequests } from './queries.ts'

/** What the audit log shows of people, donor profiles and blood requests. */
export const auditNames: AuditNames = {
  async findNames(db, ids) {
    const [users, donors] = [await findUsers(db, ids), await findDonorsOfUsers(db, ids)]
    return id => ({ name: donors.get(id)?.fullName ?? null, email: users.get(id)?.email ?? null })
  },

  async findDonorNames(db, ids) {
    const donors = await findDonors(db, ids)
    return new Map([...donors].map(([id, { fullName }]) => [id, fullName]))
  },

  async findBloodRequestNames(db, ids) {
    const bloodRequests = await findBloodRequests(db, ids)
    return new Map(
      [...bloodRequests.values()].map(bloodRequest => [
        bloodRequest.id,
        `${bloodRequest.patientName} (${requiredGroupOf(bloodRequest)}, ${bloodRequest.hospitalName})`,
      ]),
    )
  },

  async findSuspensionNotes(db, userIds) {
    const suspensions = await findSuspensions(db, userIds)
    return new Map([...suspensions].map(([userId, { note }]) => [userId, note]))
  },
}
