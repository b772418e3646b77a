import type { BloodRequest, Urgency } from '@blood-bank/contract/blood-requests'

const HOW_SOON: Record<Urgency, string> = {
  urgent: 'urgent',
  moderate: 'within 24-48 hours',
  low: 'planned',
}

/** As many digits in a row, marks between them left out, may be a number to call. */
const PHONE_NUMBER = /(?:\p{Nd}[\s().+-]*){5}/u

/**
 * What of a request may go out to people whom we do not know: what is needed and where, and where members find the
 * rest. Never who needs it, nor a name or number to call, also where somebody typed one as the hospital.
 */
export function shareText(bloodRequest: BloodRequest, siteUrl: string): string {
  const { requiredBloodGroup, hospitalName, unitsRequired, urgency } = bloodRequest
  const place = isPrivate(hospitalName, bloodRequest) ? '' : ` at ${hospitalName}`
  const units = `${unitsRequired} ${unitsRequired === 1 ? 'unit' : 'units'}`
  const need = `${requiredBloodGroup} blood needed${place}: ${units}, ${HOW_SOON[urgency]}.`
  return `${need} Sign in to help: ${siteUrl}/view-requests`
}

function isPrivate(text: string, { patientName, contactPerson }: BloodRequest) {
  const names = [patientName, contactPerson].flatMap(name => name.toLowerCase().split(/\s+/))
  const words = text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u)
  return PHONE_NUMBER.test(text) || names.some(name => words.includes(name))
}
