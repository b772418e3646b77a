import type { BloodGroup } from '../donors/blood-groups.ts'
import type { Urgency } from './endpoints.ts'
import { requiredBloodOf } from './required-blood.ts'

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
