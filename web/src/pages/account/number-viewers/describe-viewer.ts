import { withMinus } from '@blood-bank/contract/donors/blood-groups'
import type { ContactReveal } from '@blood-bank/contract/offers/contact-reveals'

/** Who sees or saw a number, as the beginning of a sentence. */
export function describeViewer({ occasion, bloodRequest }: ContactReveal): string {
  if (occasion === 'admin') return 'An admin'
  if (!bloodRequest) return 'The member who posted a request that has been deleted since'
  const { requiredBloodGroup, hospitalName, contactPerson } = bloodRequest
  return `The member who posted the request for ${withMinus(requiredBloodGroup)} at ${hospitalName} (contact: ${contactPerson})`
}
