import type { BloodRequest } from '../blood-requests.ts'

/** Five digits in a row, apart from punctuation, may be a phone number. */
const PHONE_NUMBER = /(?:\p{Nd}[\s().+-]*){5}/u

/**
 * The hospital of a blood request as it may be shown to anybody: null if somebody typed a phone number or the name of the
 * patient or the contact person into it.
 */
export function publicHospitalOf({
  hospitalName,
  patientName,
  contactPerson,
}: Pick<BloodRequest, 'hospitalName' | 'patientName' | 'contactPerson'>): string | null {
  const names = wordsOf(`${patientName} ${contactPerson}`)
  const isPrivate =
    PHONE_NUMBER.test(hospitalName) || wordsOf(hospitalName).some(word => names.includes(word))
  return isPrivate ? null : hospitalName
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
