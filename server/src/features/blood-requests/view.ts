import type { BloodRequest, BloodRequestRecord } from '@blood-bank/contract/blood-requests'
import { shownContactNumber } from '../../phone/contact-number.ts'
import type { BloodRequestRow } from './store.ts'

/** A blood request for members. `country` is whose way of writing numbers is used. */
export const bloodRequestForMembers = (row: BloodRequestRow, country: string): BloodRequest => ({
  id: row.id,
  userId: row.userId,
  patientName: row.patientName,
  requiredBloodGroup: row.requiredBloodGroup,
  unitsRequired: row.unitsRequired,
  hospitalName: row.hospitalName,
  hospitalLocation: row.hospitalLocation,
  contactPerson: row.contactPerson,
  contactNumber: shownContactNumber(row.contactNumber, country),
  urgency: row.urgency,
  additionalInfo: row.additionalInfo,
  status: row.status,
  requestedAt: row.requestedAt.toISOString(),
})

/** A blood request for admins, who also see whose it is. */
export const bloodRequestForAdmins = (row: BloodRequestRow, country: string): BloodRequestRecord => ({
  ...bloodRequestForMembers(row, country),
  userEmail: row.userEmail,
})
