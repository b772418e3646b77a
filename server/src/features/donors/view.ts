import { WITHHELD_NUMBER } from '@blood-bank/contract/contact-numbers/withheld'
import type { DonorRecord, exportDonors } from '@blood-bank/contract/donors/administration'
import { type EligibilityDay, restOf } from '@blood-bank/contract/donors/eligibility'
import {
  type Donor,
  type DonorSearchResult,
  UNIVERSITY_ROLE_LABELS,
} from '@blood-bank/contract/donors/endpoints'
import { AVAILABILITY_LABELS, PROFILE_LABELS, VERIFICATION_LABELS } from '@blood-bank/contract/donors/labels'
import type { CsvRow } from '@blood-bank/contract/endpoint'
import { formatCsvTime } from '../../platform/clock/local-time.ts'
import { formatContactNumber } from '../contact-numbers/contact-number.ts'
import type { DonorColumns, DonorRow } from './tables.ts'

/** What a donor's view depends on: the format of phone numbers, and the day on which they could donate. */
type DonorViewOptions = EligibilityDay & { country: string }

/** What a donor, or an imported list, says about the donor, for that person. */
export const fieldsForOwner = (row: DonorColumns, country: string): DonorColumns => ({
  email: row.email,
  fullName: row.fullName,
  universityId: row.universityId,
  universityRole: row.universityRole,
  department: row.department,
  bloodGroup: row.bloodGroup,
  contactNumber: formatContactNumber(row.contactNumber, country),
  lastDonationDate: row.lastDonationDate,
})

/** A donor profile for its owner. */
export const donorForOwner = (donor: DonorRow, { country, ...day }: DonorViewOptions): Donor => ({
  id: donor.id,
  ...fieldsForOwner(donor, country),
  isAvailable: donor.isAvailable,
  recordedDonationDate: donor.recordedDonationDate,
  recordedPlateletsDate: donor.recordedPlateletsDate,
  restsUntil: donor.restsUntil,
  eligibleFrom: restOf('blood', donor, day)?.until ?? null,
  plateletsFrom: restOf('apheresis-platelets', donor, day)?.until ?? null,
  hallId: donor.hallId,
  allowContactVisibility: donor.allowContactVisibility,
  isVerified: donor.isVerified,
  verificationChangedAt: donor.verificationChangedAt?.toISOString() ?? null,
  isProfileActive: donor.isProfileActive,
  activationChangedAt: donor.activationChangedAt?.toISOString() ?? null,
  registeredAt: donor.registeredAt.toISOString(),
})

/** From when on a donor can give blood, for others: without a date if they rest by choice. */
function restForOthers(
  donor: DonorRow,
  day: EligibilityDay,
): Pick<DonorSearchResult, 'eligibleFrom' | 'isResting'> {
  const rest = restOf('blood', donor, day)
  return rest?.isOwnChoice ? { eligibleFrom: null, isResting: true } : { eligibleFrom: rest?.until ?? null }
}

type SearchSetting = DonorViewOptions & { withholdsNumbers: boolean }

/** A donor as a search result: the number only if its owner allows it, and no date of a past donation. */
export const donorForSearch = (
  donor: DonorRow,
  { country, withholdsNumbers, ...day }: SearchSetting,
): DonorSearchResult => ({
  id: donor.id,
  fullName: donor.fullName,
  universityRole: donor.universityRole,
  department: donor.department,
  bloodGroup: donor.bloodGroup,
  isVerified: donor.isVerified,
  contactNumber: donor.allowContactVisibility ? formatContactNumber(donor.contactNumber, country) : null,
  ...(donor.allowContactVisibility && withholdsNumbers && WITHHELD_NUMBER),
  ...restForOthers(donor, day),
})

/** A donor for admins: the number only if its owner allows it, and no date of a rest by choice, nor what only the donor plans by. */
export function donorForAdmins(donor: DonorRow, options: DonorViewOptions): DonorRecord {
  const {
    restsUntil: _,
    recordedPlateletsDate: __,
    plateletsFrom: ___,
    ...shown
  } = donorForOwner(donor, options)
  return {
    ...shown,
    ...restForOthers(donor, options),
    userId: donor.userId,
    contactNumber: donor.allowContactVisibility
      ? formatContactNumber(donor.contactNumber, options.country)
      : null,
  }
}

type DonorCells = CsvRow<(typeof exportDonors)['reply']['csv'][number]>

/** A donor as a CSV row, with the fields that admins see. */
export function donorForExport(
  row: DonorRow,
  { timeZone, ...options }: DonorViewOptions & { timeZone: string },
): DonorCells {
  const donor = donorForAdmins(row, options)
  return {
    'Full Name': donor.fullName,
    Email: donor.email,
    'University ID': donor.universityId,
    Role: UNIVERSITY_ROLE_LABELS[donor.universityRole],
    Department: donor.department,
    'Blood Group': donor.bloodGroup,
    'Contact Number': donor.contactNumber,
    Availability: AVAILABILITY_LABELS[`${donor.isAvailable}`],
    'Last Donation': donor.lastDonationDate,
    Verification: VERIFICATION_LABELS[`${donor.isVerified}`],
    Profile: PROFILE_LABELS[`${donor.isProfileActive}`],
    Registered: formatCsvTime(row.registeredAt, timeZone),
  }
}
