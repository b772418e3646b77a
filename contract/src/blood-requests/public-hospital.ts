import { hasLink, hasPhoneNumber } from './contact-details.ts'
import type { BloodRequest } from './endpoints.ts'
import { hasPartOfName } from './person-names.ts'

type Names = Pick<BloodRequest, 'patientName' | 'contactPerson'>

/** Whether a text of a blood request reads as no link and no phone number. */
const hasNoContact = (text: string) => !hasLink(text) && !hasPhoneNumber(text)

/** Whether a text contains a word of the name of the patient or the contact person. */
const namesSomebody = (text: string, { patientName, contactPerson }: Names) =>
  hasPartOfName(text, [patientName, contactPerson])

/**
 * The hospital of a blood request as it may be shown to anybody; null if it may not: it names the patient or the contact
 * person, unless others show that the hospital is called so, or reads as a link or a phone number.
 */
export const publicHospitalOf = (
  { hospitalName, ...names }: Names & Pick<BloodRequest, 'hospitalName'>,
  { isKnown = false } = {},
): string | null =>
  hasNoContact(hospitalName) && (isKnown || !namesSomebody(hospitalName, names)) ? hospitalName : null

/** The location of its hospital as it may be shown to anybody. */
export const publicLocationOf = ({
  hospitalLocation,
  ...names
}: Names & Pick<BloodRequest, 'hospitalLocation'>): string | null =>
  hospitalLocation !== null && hasNoContact(hospitalLocation) && !namesSomebody(hospitalLocation, names)
    ? hospitalLocation
    : null
