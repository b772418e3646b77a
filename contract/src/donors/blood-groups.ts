import * as z from 'zod/mini'

/** The eight ABO/Rh groups, in the specification's order (spec §3). */
export const BLOOD_GROUPS = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'] as const

export const BloodGroup = z.enum(BLOOD_GROUPS, 'Please select a blood group.')
export type BloodGroup = z.infer<typeof BloodGroup>

/** A group in a sentence, on a button or in a message: with a minus, which screen readers say and which stands out from a hyphen. */
export const withMinus = (group: BloodGroup): string => group.replace('-', '−')
