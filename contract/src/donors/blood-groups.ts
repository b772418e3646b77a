/** The eight ABO/Rh groups, in the specification's order (spec §3). */
export const BLOOD_GROUPS = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'] as const

/** One of them. Its schema is a file of its own: the landing page, which only lists the groups, would be a sixth heavier. */
export type BloodGroup = (typeof BLOOD_GROUPS)[number]

/** The group that a text names, or null. */
export const findBloodGroup = (text: string | null): BloodGroup | null =>
  BLOOD_GROUPS.find(group => group === text) ?? null

/** A group in a sentence, on a button or in a message: with a minus, which screen readers say and which stands out from a hyphen. */
export const withMinus = (group: BloodGroup): string => group.replace('-', '−')
