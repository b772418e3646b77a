import { BLOOD_GROUPS, type BloodGroup } from './blood-groups.ts'

/** The antigens that decide who can receive red cells; D is the Rh factor. */
type Antigen = 'A' | 'B' | 'D'

const antigensOf = (group: BloodGroup): Antigen[] => [
  ...(group.includes('A') ? (['A'] as const) : []),
  ...(group.includes('B') ? (['B'] as const) : []),
  ...(group.endsWith('+') ? (['D'] as const) : []),
]

export const hasSameAbo = (one: BloodGroup, other: BloodGroup) => one.slice(0, -1) === other.slice(0, -1)

/** Whether red cells of the donor's group can be given to the recipient: the recipient has all antigens of the donor. */
export function canGiveTo(donor: BloodGroup, recipient: BloodGroup): boolean {
  const known = antigensOf(recipient)
  return antigensOf(donor).every(antigen => known.includes(antigen))
}

/**
 * The groups that can give to a recipient, in order of preference: the same group, the same ABO group with the other Rh
 * factor, then the others. O− comes last, because O− recipients can receive nothing else.
 */
export const donorGroupsFor = (recipient: BloodGroup): BloodGroup[] =>
  BLOOD_GROUPS.filter(donor => canGiveTo(donor, recipient)).toSorted(
    (one, other) => preference(one, recipient) - preference(other, recipient),
  )

/** The same without the recipient's own group; none for O−. */
export const otherDonorGroupsFor = (recipient: BloodGroup): BloodGroup[] =>
  donorGroupsFor(recipient).filter(donor => donor !== recipient)

function preference(donor: BloodGroup, recipient: BloodGroup): number {
  if (donor === recipient) return 0
  if (donor === 'O-') return 3
  return hasSameAbo(donor, recipient) ? 1 : 2
}

/** Shown wherever the product names a rule of compatibility or eligibility. */
export const HOSPITAL_TESTS = 'The hospital tests and cross-matches every unit.'
