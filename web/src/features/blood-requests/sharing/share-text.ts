import { describeNeed, type PublicNeed } from '@blood-bank/contract/blood-requests/descriptions'
import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { publicHospitalOf } from '@blood-bank/contract/blood-requests/public-hospital'

/**
 * What anybody may read of a request. It never contains the patient or a name or number to call, even if somebody typed one
 * as the hospital.
 */
export const publicNeedOf = (bloodRequest: BloodRequest): PublicNeed => ({
  requiredBloodGroup: bloodRequest.requiredBloodGroup,
  hospital: publicHospitalOf(bloodRequest),
  units: bloodRequest.unitsRequired,
  urgency: bloodRequest.urgency,
})

/** The text of a request that is shared with members: what is needed and where, and a link that leads to it. */
export const shareText = (bloodRequest: BloodRequest, siteUrl: string): string =>
  `${describeNeed(publicNeedOf(bloodRequest))} Sign in to help: ${siteUrl}/view-requests?request=${bloodRequest.id}`
