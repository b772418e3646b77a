import type { BloodRequest, Urgency } from '@blood-bank/contract/blood-requests'

const URGENCY_TEXT: Record<Urgency, string> = {
  urgent: 'urgent',
  moderate: 'within 24-48 hours',
  low: 'planned',
}

/** Five digits in a row, apart from punctuation, may be a phone number. */
const PHONE_NUMBER = /(?:\p{Nd}[\s().+-]*){5}/u

/**
 * The text of a request that may be shared with anybody: what is needed and where, and a link for members. It never
 * contains the patient or a name or number to call, even if somebody typed one as the hospital.
 */
export function shareText(bloodRequest: BloodRequest, siteUrl: string): string {
  const { requiredBloodGroup, hospitalName, unitsRequired, urgency } = bloodRequest
  const place = isPrivate(hospitalName, bloodRequest) ? '' : ` at ${hospitalName}`
  const units = `${unitsRequired} ${unitsRequired === 1 ? 'unit' : 'units'}`
  const need = `${requiredBloodGroup} blood needed${place}: ${units}, ${URGENCY_TEXT[urgency]}.`
  return `${need} Sign in to help: ${siteUrl}/view-requests`
}

function isPrivate(text: string, { patientName, contactPerson }: BloodRequest) {
  const names = [patientName, contactPerson].flatMap(name => name.toLowerCase().split(/\s+/))
  const words = text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u)
  return PHONE_NUMBER.test(text) || names.some(name => words.includes(name))
}
