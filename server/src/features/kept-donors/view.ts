import type { KeptDonor } from '@blood-bank/contract/kept-donors/kept-donor'
import type { NameOf } from './queries.ts'
import type { AgreedDonorRow } from './tables.ts'

/** A kept donor for coordinators. */
export const keptDonorForCoordinators = (donor: AgreedDonorRow, nameOf: NameOf): KeptDonor => ({
  id: donor.id,
  fullName: donor.fullName,
  bloodGroup: donor.bloodGroup,
  hallId: donor.hallId,
  batch: donor.batch,
  department: donor.department,
  lastDonationDate: donor.lastDonationDate,
  askFor: donor.askFor,
  keptBy: nameOf(donor.keptBy),
  consentKind: donor.consentKind,
  consentedAt: donor.consentedAt.toISOString(),
  expiresAt: donor.expiresAt.toISOString(),
})
