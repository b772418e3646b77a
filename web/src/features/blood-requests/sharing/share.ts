import { describeNeed, type PublicNeed } from '@blood-bank/contract/blood-requests/descriptions'
import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { publicHospitalOf } from '@blood-bank/contract/blood-requests/public-hospital'
import { copyText, mayCopy } from '../../../ui/feedback/copying.tsx'

/**
 * What anybody may read of a request. It never contains the patient or a name or number to call, even if somebody typed one
 * as the hospital.
 */
export const publicNeedOf = (bloodRequest: BloodRequest): PublicNeed => ({
  requiredBloodGroup: bloodRequest.requiredBloodGroup,
  component: bloodRequest.component,
  hospital: publicHospitalOf(bloodRequest),
  units: bloodRequest.unitsRequired,
  urgency: bloodRequest.urgency,
})

/** The text of a request that is shared with members: what is needed and where, and a link that leads to it. */
export const shareText = (bloodRequest: BloodRequest, siteUrl: string): string =>
  `${describeNeed(publicNeedOf(bloodRequest))} Sign in to help: ${siteUrl}/view-requests?request=${bloodRequest.id}`

export const COPIED = 'Copied. Paste it where you want to share it.'

/** Not every browser has the system's share sheet. */
export const hasShareSheet = () => Boolean(navigator.share)

/** Whether this browser can share or copy a text. */
export const maySend = () => hasShareSheet() || mayCopy()

/**
 * Shares a text through the system's share sheet, or copies it where there is none.
 * @returns what to say of it; null if the share sheet has said it
 */
export async function sendText(text: string): Promise<string | null> {
  if (!navigator.share) return copyText(text, COPIED)
  try {
    await navigator.share({ text })
  } catch (error) {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError'
    if (!isCancelled && mayCopy()) return copyText(text, COPIED)
  }
  return null
}
