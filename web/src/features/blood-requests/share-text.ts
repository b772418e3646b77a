import type { BloodRequest, Urgency } from '@blood-bank/contract/blood-requests'
import { publicHospitalOf } from '@blood-bank/contract/rules/public-hospital'

const URGENCY_TEXT: Record<Urgency, string> = {
  urgent: 'urgent',
  moderate: 'within 24-48 hours',
  low: 'planned',
}

/**
 * The text of a request that may be shared with anybody: what is needed and where, and a link for members. It never
 * contains the patient or a name or number to call, even if somebody typed one as the hospital.
 */
export function shareText(bloodRequest: BloodRequest, siteUrl: string): string {
  const { requiredBloodGroup, unitsRequired, urgency } = bloodRequest
  const hospital = publicHospitalOf(bloodRequest)
  const place = hospital === null ? '' : ` at ${hospital}`
  const units = `${unitsRequired} ${unitsRequired === 1 ? 'unit' : 'units'}`
  const need = `${requiredBloodGroup} blood needed${place}: ${units}, ${URGENCY_TEXT[urgency]}.`
  return `${need} Sign in to help: ${siteUrl}/view-requests`
}
