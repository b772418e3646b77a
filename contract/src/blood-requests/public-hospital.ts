import { hasLink, hasPhoneNumber } from './contact-details.ts'
import type { BloodRequest } from './endpoints.ts'
import { hasWholeName, hasWordOfName } from './person-names.ts'

type Names = Pick<BloodRequest, 'patientName' | 'contactPerson'>

/**
 * Whether a text of a blood request may be shown to anybody: not if it reads as a link or a phone number, or contains a
 * word of the name of the patient or the contact person.
 */
const mayShow = (text: string, { patientName, contactPerson }: Names) =>
  !hasLink(text) &&
  !hasPhoneNumber(text) &&
  ![patientName, contactPerson].some(name => hasWholeName(text, name) || hasWordOfName(text, name))

/** The hospital of a blood request as it may be shown to anybody; null if it may not. */
export const publicHospitalOf = (bloodRequest: Names & Pick<BloodRequest, 'hospitalName'>): string | null =>
  mayShow(bloodRequest.hospitalName, bloodRequest) ? bloodRequest.hospitalName : null

/** The hospital, with its location if that may be shown to anybody, too; null if the hospital may not. */
export function publicPlaceOf(
  bloodRequest: Names & Pick<BloodRequest, 'hospitalName' | 'hospitalLocation'>,
): string | null {
  const hospital = publicHospitalOf(bloodRequest)
  const { hospitalLocation: location } = bloodRequest
  return hospital !== null && location !== null && mayShow(location, bloodRequest)
    ? `${hospital}, ${location}`
    : hospital
}
