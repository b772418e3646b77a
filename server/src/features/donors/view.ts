import type { Donor, DonorHit, DonorRecord } from '@blood-bank/contract/donors'
import { shownContactNumber } from '../../phone/contact-number.ts'
import type { DonorRow } from './store.ts'

/** A donor profile for its owner. `country` is whose way of writing numbers is used. */
export const donorForOwner = (donor: DonorRow, country: string): Donor => ({
  id: donor.id,
  email: donor.email,
  fullName: donor.fullName,
  universityId: donor.universityId,
  universityRole: donor.universityRole,
  department: donor.department,
  bloodGroup: donor.bloodGroup,
  contactNumber: shownContactNumber(donor.contactNumber, country),
  isAvailable: donor.isAvailable,
  lastDonationDate: donor.lastDonationDate,
  allowContactVisibility: donor.allowContactVisibility,
  isVerified: donor.isVerified,
  isProfileActive: donor.isProfileActive,
  registeredAt: donor.registeredAt.toISOString(),
})

/** A donor for whoever searches: the number only where its owner allowed it. */
export const donorForSearch = (donor: DonorRow, country: string): DonorHit => ({
  id: donor.id,
  fullName: donor.fullName,
  universityRole: donor.universityRole,
  department: donor.department,
  bloodGroup: donor.bloodGroup,
  isVerified: donor.isVerified,
  contactNumber: donor.allowContactVisibility ? shownContactNumber(donor.contactNumber, country) : null,
})

/** A donor for admins: everything but a number that its owner keeps private. */
export const donorForAdmins = (donor: DonorRow, country: string): DonorRecord => ({
  ...donorForOwner(donor, country),
  userId: donor.userId,
  contactNumber: donor.allowContactVisibility ? shownContactNumber(donor.contactNumber, country) : null,
})
