import { BLOOD_GROUPS, type BloodGroup } from './blood-groups.ts'
import { canGiveTo, donorGroupsFor, hasSameAbo } from './compatibility.ts'
import { COMPONENTS, type Component } from './components.ts'

/** What a blood request says about whose donation it needs. `takesOtherGroups`: the hospital takes platelets of any group. */
export type Need = { requiredBloodGroup: BloodGroup; component: Component; takesOtherGroups: boolean }

/** The groups that meet a need, in order of preference. */
export const groupsThatMeet = (need: Need): BloodGroup[] =>
  need.component === 'blood' ? donorGroupsFor(need.requiredBloodGroup) : plateletGroupsFor(need)

export const meets = (donor: BloodGroup, need: Need): boolean => groupsThatMeet(need).includes(donor)

/** What a need is apart from the patient's group. */
type NeedKind = Omit<Need, 'requiredBloodGroup'>

export const NEED_KINDS: readonly NeedKind[] = [
  ...COMPONENTS.map(component => ({ component, takesOtherGroups: false })),
  { component: 'apheresis-platelets', takesOtherGroups: true },
  { component: 'pooled-platelets', takesOtherGroups: true },
]

/** The groups of patients whose needs of a kind a donor meets, in the order of the specification. */
export const recipientGroupsOf = (donor: BloodGroup, kind: NeedKind): BloodGroup[] =>
  BLOOD_GROUPS.filter(requiredBloodGroup => meets(donor, { ...kind, requiredBloodGroup }))

/**
 * Platelets carry the antigens A and B, and come in plasma with antibodies against them, so that neither O nor AB suits everybody.
 * Unless the hospital takes others, donors have the patient's ABO group; those of an Rh-negative patient are Rh-negative, too,
 * because a few red cells come with platelets.
 */
const plateletGroupsFor = ({ requiredBloodGroup: recipient, takesOtherGroups }: Need): BloodGroup[] =>
  BLOOD_GROUPS.filter(
    donor => takesOtherGroups || (hasSameAbo(donor, recipient) && canGiveTo(donor, recipient)),
  ).toSorted((one, other) => plateletPreference(one, recipient) - plateletPreference(other, recipient))

/**
 * The same ABO group, then plasma without antibodies against the patient's red cells, then the others; within each the same Rh
 * factor first. For Rh-negative patients the Rh factor is what matters most.
 */
function plateletPreference(donor: BloodGroup, recipient: BloodGroup): number {
  const abo = hasSameAbo(donor, recipient) ? 0 : hasAntibodiesAgainst(recipient, donor) ? 2 : 1
  const rh = donor.at(-1) === recipient.at(-1) ? 0 : 1
  return recipient.endsWith('-') ? 3 * rh + abo : 2 * abo + rh
}

/** Plasma has antibodies against the antigens A and B that its donor lacks. */
const hasAntibodiesAgainst = (recipient: BloodGroup, donor: BloodGroup) =>
  ['A', 'B'].some(antigen => recipient.includes(antigen) && !donor.includes(antigen))
