import {
  type BloodRequest,
  type BloodRequestRecord,
  type exportBloodRequests,
  STATUS_LABELS,
  URGENCY_LABELS,
} from '@blood-bank/contract/blood-requests'
import type { CsvRow } from '@blood-bank/contract/csv'
import { formatCsvTime } from '../../platform/clock/csv-time.ts'
import { formatContactNumber } from '../../platform/phone/contact-number.ts'
import type { BloodRequestRow, PostedBloodRequest } from './tables.ts'

/** A blood request for members. `country` selects the format of phone numbers. */
export const bloodRequestForMembers = (row: PostedBloodRequest, country: string): BloodRequest => ({
  id: row.id,
  userId: row.userId,
  patientName: row.patientName,
  requiredBloodGroup: row.requiredBloodGroup,
  unitsRequired: row.unitsRequired,
  hospitalName: row.hospitalName,
  hospitalLocation: row.hospitalLocation,
  contactPerson: row.contactPerson,
  contactNumber: formatContactNumber(row.contactNumber, country),
  urgency: row.urgency,
  additionalInfo: row.additionalInfo,
  status: row.status,
  requestedAt: row.requestedAt.toISOString(),
})

/** A blood request for admins, with the owner's email. */
export const bloodRequestForAdmins = (row: BloodRequestRow, country: string): BloodRequestRecord => ({
  ...bloodRequestForMembers(row, country),
  userEmail: row.userEmail,
})

type BloodRequestCells = CsvRow<(typeof exportBloodRequests)['reply']['csv'][number]>

/** A blood request as a CSV row, with the fields that admins see. */
export function bloodRequestForExport(
  row: BloodRequestRow,
  { defaultPhoneCountry, timeZone }: { defaultPhoneCountry: string; timeZone: string },
): BloodRequestCells {
  const bloodRequest = bloodRequestForAdmins(row, defaultPhoneCountry)
  return {
    'Patient Name': bloodRequest.patientName,
    'Blood Group': bloodRequest.requiredBloodGroup,
    Units: bloodRequest.unitsRequired,
    Urgency: URGENCY_LABELS[bloodRequest.urgency],
    Status: STATUS_LABELS[bloodRequest.status],
    Hospital: bloodRequest.hospitalName,
    Location: bloodRequest.hospitalLocation,
    'Contact Person': bloodRequest.contactPerson,
    'Contact Number': bloodRequest.contactNumber,
    'Additional Info': bloodRequest.additionalInfo,
    'Posted by': bloodRequest.userEmail,
    Requested: formatCsvTime(row.requestedAt, timeZone),
  }
}
