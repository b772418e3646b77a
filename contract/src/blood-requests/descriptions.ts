import { type BloodGroup, withMinus } from '../donors/blood-groups.ts'
import type { Urgency } from './endpoints.ts'

/** What of a blood request says which blood is needed. */
type RequiredBlood = { requiredBloodGroup: BloodGroup }

/** The blood that is needed, for headings and sentences: "A− blood". Emails, notifications and pages all take it from here. */
export const requiredBloodOf = (bloodRequest: RequiredBlood): string =>
  `${requiredGroupOf(bloodRequest)} blood`

/** The same where a heading or sentence leaves out the word: "A−" in "A− needed today". */
export const requiredGroupOf = ({ requiredBloodGroup }: RequiredBlood): string =>
  withMinus(requiredBloodGroup)

/** What is needed, as anybody may read it. The hospital is null if it may not be shown (`publicHospitalOf`). */
export type PublicNeed = {
  requiredBloodGroup: BloodGroup
  hospital: string | null
  units: number
  urgency: Urgency
}

const URGENCY_TEXT: Record<Urgency, string> = {
  urgent: 'urgent',
  moderate: 'within 24-48 hours',
  low: 'planned',
}

/** "B+ blood needed at City Hospital: 2 units, urgent." */
export function describeNeed({ hospital, units, urgency, ...blood }: PublicNeed): string {
  const place = hospital === null ? '' : ` at ${hospital}`
  const amount = `${units} ${units === 1 ? 'unit' : 'units'}`
  return `${requiredBloodOf(blood)} needed${place}: ${amount}, ${URGENCY_TEXT[urgency]}.`
}

/** The text that goes with the address of a request's public page. */
export const publicShareText = (need: PublicNeed, url: string): string =>
  `${describeNeed(need)} Is it still needed, and can you help? ${url}`

/** A link that opens WhatsApp with a text; there one chooses to whom it goes. */
export const whatsAppUrl = (text: string): string => `https://wa.me/?text=${encodeURIComponent(text)}`

/** The picture that chats show for the link to a public page (web/build/pictures/drawings.ts). */
export type LinkPreview = { path: string; alt: string }

/** There is one for each blood group, needed and no longer needed. Without a date, so that it can be cached. */
export const linkPreviewOf = (group: BloodGroup, { isNeeded }: { isNeeded: boolean }): LinkPreview => ({
  path: `/previews/${nameOf(group)}-${isNeeded ? 'needed' : 'closed'}.png`,
  alt: `${requiredBloodOf({ requiredBloodGroup: group })} ${isNeeded ? 'needed' : 'is no longer needed'}`,
})

/** All are as large as the largest that chats show. */
export const LINK_PREVIEW_SIZE = { width: 1200, height: 630 }

const nameOf = (group: BloodGroup) =>
  `${group.slice(0, -1).toLowerCase()}-${group.endsWith('-') ? 'negative' : 'positive'}`
