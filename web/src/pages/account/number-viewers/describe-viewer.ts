import { requiredGroupOf } from '@blood-bank/contract/blood-requests/required-blood'
import type { ContactReveal } from '@blood-bank/contract/offers/contact-reveals'

/** Who sees or saw a number, as the beginning of a sentence. */
export function describeViewer({ occasion, bloodRequest }: ContactReveal): string {
  if (occasion === 'admin') return 'An admin'
  if (!bloodRequest) return 'The member who posted a request that has been deleted since'
  const { hospitalName, contactPerson } = bloodRequest
  return `The member who posted the request for ${requiredGroupOf(bloodRequest)} at ${hospitalName} (contact: ${contactPerson})`
}
