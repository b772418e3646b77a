import type { ImportedDonor } from '@blood-bank/contract/donors/claims'
import { formatContactNumber } from '../../contact-numbers/contact-number.ts'
import type { ImportedDonorRow } from './tables.ts'

/** What a list says about a person, for that person. */
export const importedDonorForOwner = (
  row: ImportedDonorRow,
  { country }: { country: string },
): ImportedDonor => ({
  email: row.email,
  fullName: row.fullName,
  universityId: row.universityId,
  universityRole: row.universityRole,
  department: row.department,
  bloodGroup: row.bloodGroup,
  contactNumber: formatContactNumber(row.contactNumber, country),
  lastDonationDate: row.lastDonationDate,
  importedAt: row.importedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
})
