import { cleanCode, withoutEnd } from '../typed-text/clean.ts'

/** The eight ABO/Rh groups, in the specification's order (spec §3). */
export const BLOOD_GROUPS = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'] as const

/** One of them. Its schema is a file of its own: the landing page, which only lists the groups, would be a sixth heavier. */
export type BloodGroup = (typeof BLOOD_GROUPS)[number]

/** A hyphen, a dash, or the minus that pages show, with a blank before it. */
const MINUS = / ?[\p{Pd}\u2212]$/u

/**
 * The group that a text names in one way, or null: in any case, with any minus, and with 0 for O, which can mean no other
 * group.
 */
export function findBloodGroup(text: string | null): BloodGroup | null {
  const name = cleanCode(text ?? '')
    .toUpperCase()
    .replace(MINUS, '-')
    .replace(/ \+$/, '+')
    .replace(/^0/, 'O')
  return BLOOD_GROUPS.find(group => group === name) ?? null
}

/** Longer than any way to write a group. */
const MAX_LENGTH = 30

/** The same for the query of an address, where a plus is read as a blank, and may have been encoded twice. */
export function findBloodGroupInUrl(text: string | null): BloodGroup | null {
  if (text === null || text.length > MAX_LENGTH) return null
  const value = withoutEnd(text.replace(/%2b/i, '+'), /[).,;]/)
  return findBloodGroup(/\s$/.test(value) ? `${value.trim()}+` : value) ?? findBloodGroup(value)
}

/** A group in a sentence, on a button or in a message: with a minus, which screen readers say and which stands out from a hyphen. */
export const withMinus = (group: BloodGroup): string => group.replace('-', '−')
