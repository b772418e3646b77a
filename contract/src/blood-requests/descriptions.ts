import { type BloodGroup, withMinus } from '../donors/blood-groups.ts'
import { HOSPITAL_TESTS } from '../donors/compatibility.ts'
import type { Component } from '../donors/components.ts'
import type { Urgency } from './endpoints.ts'

/** What of a blood request says what is needed. */
type Required = { requiredBloodGroup: BloodGroup; component: Component }

/**
 * What is needed, for headings and sentences: "A− blood", "platelets A−". Emails, notifications and pages all take it from
 * here, so that everything but blood is said first.
 */
export const requiredBloodOf = (required: Required): string => {
  const group = withMinus(required.requiredBloodGroup)
  return needsPlatelets(required) ? `platelets ${group}` : `${group} blood`
}

/** The same where a heading or sentence leaves out the word: "A−" in "A− needed today", and "platelets A−". */
export const requiredGroupOf = (required: Required): string =>
  needsPlatelets(required) ? requiredBloodOf(required) : withMinus(required.requiredBloodGroup)

/** Whether platelets are needed, of one donor or of several. */
export const needsPlatelets = ({ component }: Pick<Required, 'component'>): boolean =>
  component === 'apheresis-platelets' || component === 'pooled-platelets'

/** "blood is" and "platelets are", for sentences about what is needed. */
export const isOrAre = (required: Pick<Required, 'component'>): 'is' | 'are' =>
  needsPlatelets(required) ? 'are' : 'is'

/** What a donor gives, in sentences: platelets of several donors are made of their blood. */
export const givenFor = ({ component }: Pick<Required, 'component'>): 'platelets' | 'blood' =>
  component === 'apheresis-platelets' ? 'platelets' : 'blood'

/** How platelets are given, which a donor has to know before they come; null for blood. */
export const howGiven = ({ component }: Pick<Required, 'component'>): string | null => {
  if (component === 'apheresis-platelets') return 'From one donor by machine, about 90 minutes.'
  return component === 'pooled-platelets' ? 'From several donors: you give whole blood, as usual.' : null
}

/** What the hospital does with a donation: platelets are not cross-matched. */
export const hospitalTests = (required: Pick<Required, 'component'>): string =>
  needsPlatelets(required) ? 'The hospital tests every unit.' : HOSPITAL_TESTS

/** Where platelets of any group are taken, whoever reads of it must not take that for a promise. */
export const HOSPITAL_DECIDES_GROUPS = 'The hospital decides which groups it takes.'

export const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** What is needed, as anybody may read it. The hospital is null if it may not be shown (`publicHospitalOf`). */
export type PublicNeed = Required & {
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
export function describeNeed({ hospital, units, urgency, ...required }: PublicNeed): string {
  const place = hospital === null ? '' : ` at ${hospital}`
  const amount = `${units} ${units === 1 ? 'unit' : 'units'}`
  const how = howGiven(required)
  return `${capitalize(requiredBloodOf(required))} needed${place}: ${amount}, ${URGENCY_TEXT[urgency]}.${how ? ` ${how}` : ''}`
}

/** The text that goes with the address of a request's public page. */
export const publicShareText = (need: PublicNeed, url: string): string =>
  `${describeNeed(need)} ${needsPlatelets(need) ? 'Are they' : 'Is it'} still needed, and can you help? ${url}`

/** A link that opens WhatsApp with a text; there one chooses to whom it goes. */
export const whatsAppUrl = (text: string): string => `https://wa.me/?text=${encodeURIComponent(text)}`

/** The picture that chats show for the link to a public page (web/build/pictures/drawings.ts). */
export type LinkPreview = { path: string; alt: string }

/** There is one of each group for blood, one for platelets, and one for when neither is needed any more. Without a date, so that it can be cached. */
export const linkPreviewOf = (required: Required, { isNeeded }: { isNeeded: boolean }): LinkPreview => ({
  path: `/previews/${isNeeded && needsPlatelets(required) ? 'platelets-' : ''}${nameOf(required.requiredBloodGroup)}-${isNeeded ? 'needed' : 'closed'}.png`,
  alt: `${capitalize(requiredBloodOf(required))} ${isNeeded ? 'needed' : `${isOrAre(required)} no longer needed`}`,
})

/** All are as large as the largest that chats show. */
export const LINK_PREVIEW_SIZE = { width: 1200, height: 630 }

const nameOf = (group: BloodGroup) =>
  `${group.slice(0, -1).toLowerCase()}-${group.endsWith('-') ? 'negative' : 'positive'}`
