import type { BloodRequest, Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import { publicHospitalOf } from '@blood-bank/contract/blood-requests/public-hospital'
import { requiredBloodOf } from '@blood-bank/contract/blood-requests/required-blood'

const URGENCY_TEXT: Record<Urgency, string> = {
  urgent: 'urgent',
  moderate: 'within 24-48 hours',
  low: 'planned',
}

/** The text of a request that is shared with members: what is needed and where, and a link that leads to it. */
export const shareText = (bloodRequest: BloodRequest, siteUrl: string): string =>
  `${describeNeed(bloodRequest)} Sign in to help: ${siteUrl}/view-requests?request=${bloodRequest.id}`

/** The text that goes with the address of a request's public page. */
export const publicShareText = (bloodRequest: BloodRequest, url: string): string =>
  `${describeNeed(bloodRequest)} Is it still needed, and can you help? ${url}`

/**
 * What is needed and where. It never contains the patient or a name or number to call, even if somebody typed one as the
 * hospital.
 */
function describeNeed(bloodRequest: BloodRequest) {
  const { unitsRequired, urgency } = bloodRequest
  const hospital = publicHospitalOf(bloodRequest)
  const place = hospital === null ? '' : ` at ${hospital}`
  const units = `${unitsRequired} ${unitsRequired === 1 ? 'unit' : 'units'}`
  return `${requiredBloodOf(bloodRequest)} needed${place}: ${units}, ${URGENCY_TEXT[urgency]}.`
}
