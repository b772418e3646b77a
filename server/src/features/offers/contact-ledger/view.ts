import type { ContactReveal } from '@blood-bank/contract/offers/contact-reveals'
import type { BloodRequestRow } from '../../blood-requests/tables.ts'
import type { RevealRow } from './queries.ts'

/** A reveal for the person whose number was shown. */
export const revealForOwner = (
  reveal: RevealRow,
  bloodRequest: BloodRequestRow | undefined,
): ContactReveal => ({
  id: reveal.revealId,
  occasion: reveal.occasion,
  bloodRequest: bloodRequest
    ? {
        requiredBloodGroup: bloodRequest.requiredBloodGroup,
        component: bloodRequest.component,
        hospitalName: bloodRequest.hospitalName,
        contactPerson: bloodRequest.contactPerson,
      }
    : null,
  beganAt: reveal.beganAt.toISOString(),
  endedAt: reveal.endedAt?.toISOString() ?? null,
})

/** A reveal for the person to whom the number was shown; it does not say whose number it was. */
export const revealForViewer = (reveal: RevealRow): Omit<ContactReveal, 'bloodRequest'> => {
  const { bloodRequest: _, ...rest } = revealForOwner(reveal, undefined)
  return rest
}
