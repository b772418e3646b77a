import { describe, expect, test } from 'vitest'
import { BLOOD_GROUPS, type BloodGroup } from './blood-groups.ts'
import { canGiveTo, donorGroupsFor } from './compatibility.ts'
import { COMPONENTS, type Component, donatedFor } from './components.ts'
import { groupsThatMeet, meets, recipientGroupsOf } from './needs.ts'

/** What a textbook says of each group, written down independently of the rule: antigens of the cells, antibodies of the plasma. */
const BIOLOGY: Record<BloodGroup, { antigens: string; antibodies: string }> = {
  'A+': { antigens: 'A D', antibodies: 'B' },
  'A-': { antigens: 'A', antibodies: 'B' },
  'B+': { antigens: 'B D', antibodies: 'A' },
  'B-': { antigens: 'B', antibodies: 'A' },
  'AB+': { antigens: 'A B D', antibodies: '' },
  'AB-': { antigens: 'A B', antibodies: '' },
  'O+': { antigens: 'D', antibodies: 'A B' },
  'O-': { antigens: '', antibodies: 'A B' },
}
const listed = (text: string) => text.split(' ').filter(Boolean)
const antigensOf = (group: BloodGroup) => listed(BIOLOGY[group].antigens)
const antibodiesOf = (group: BloodGroup) => listed(BIOLOGY[group].antibodies)
const isPositive = (group: BloodGroup) => antigensOf(group).includes('D')
const aboOf = (group: BloodGroup) => antigensOf(group).filter(antigen => antigen !== 'D')

const pairs = BLOOD_GROUPS.flatMap(recipient => BLOOD_GROUPS.map(donor => ({ donor, recipient })))
const PLATELETS = COMPONENTS.filter(component => component !== 'blood')

const need = (requiredBloodGroup: BloodGroup, component: Component, takesOtherGroups = false) => ({
  requiredBloodGroup,
  component,
  takesOtherGroups,
})

/** The steps of the order, for each pair: 0 is best. */
function stepOf(donor: BloodGroup, recipient: BloodGroup): [abo: number, rh: number] {
  const isSameAbo = aboOf(donor).join() === aboOf(recipient).join()
  const isPlasmaSafe = !antibodiesOf(donor).some(antibody => antigensOf(recipient).includes(antibody))
  return [isSameAbo ? 0 : isPlasmaSafe ? 1 : 2, isPositive(donor) === isPositive(recipient) ? 0 : 1]
}

describe.each(PLATELETS)('%s', component => {
  test.each(pairs)('of $donor for $recipient', ({ donor, recipient }) => {
    const [abo, rh] = stepOf(donor, recipient)
    const isAllowed = abo === 0 && (rh === 0 || isPositive(recipient))
    expect(meets(donor, need(recipient, component))).toBe(isAllowed)
    expect(meets(donor, need(recipient, component, true))).toBe(true)
  })

  test('are taken from 12 of 64 pairs, and from all if the hospital takes other groups', () => {
    const allowed = (takesOtherGroups: boolean) =>
      pairs.filter(({ donor, recipient }) => meets(donor, need(recipient, component, takesOtherGroups)))
    expect([allowed(false).length, allowed(true).length]).toEqual([12, 64])
  })

  test.each(BLOOD_GROUPS)('for %s are asked for in the order of antigens and antibodies', recipient => {
    const inOrder = groupsThatMeet(need(recipient, component, true)).map(donor => stepOf(donor, recipient))
    const weightOf = ([abo, rh]: [number, number]) => (isPositive(recipient) ? [abo, rh] : [rh, abo]).join()
    expect(inOrder.map(weightOf)).toEqual(inOrder.map(weightOf).toSorted())
  })

  test.each<[BloodGroup, BloodGroup[], BloodGroup[]]>([
    ['A+', ['A+', 'A-'], ['AB+', 'AB-', 'B+', 'O+', 'B-', 'O-']],
    ['A-', ['A-'], ['AB-', 'B-', 'O-', 'A+', 'AB+', 'B+', 'O+']],
    ['B+', ['B+', 'B-'], ['AB+', 'AB-', 'A+', 'O+', 'A-', 'O-']],
    ['B-', ['B-'], ['AB-', 'A-', 'O-', 'B+', 'AB+', 'A+', 'O+']],
    ['AB+', ['AB+', 'AB-'], ['A+', 'B+', 'O+', 'A-', 'B-', 'O-']],
    ['AB-', ['AB-'], ['A-', 'B-', 'O-', 'AB+', 'A+', 'B+', 'O+']],
    ['O+', ['O+', 'O-'], ['A+', 'B+', 'AB+', 'A-', 'B-', 'AB-']],
    ['O-', ['O-'], ['A-', 'B-', 'AB-', 'O+', 'A+', 'B+', 'AB+']],
  ])('for %s come from %j, and then from %j', (recipient, same, others) => {
    expect(groupsThatMeet(need(recipient, component))).toEqual(same)
    expect(groupsThatMeet(need(recipient, component, true))).toEqual([...same, ...others])
  })

  test.each(BLOOD_GROUPS)('of %s help the patients for whom the group is asked', donor => {
    for (const takesOtherGroups of [false, true])
      expect(recipientGroupsOf(donor, { component, takesOtherGroups })).toEqual(
        BLOOD_GROUPS.filter(recipient => meets(donor, need(recipient, component, takesOtherGroups))),
      )
  })
})

test.each(BLOOD_GROUPS)('blood for and of %s follows the rule of red cells, whatever else is said', group => {
  for (const takesOtherGroups of [false, true]) {
    expect(groupsThatMeet(need(group, 'blood', takesOtherGroups))).toEqual(donorGroupsFor(group))
    expect(recipientGroupsOf(group, { component: 'blood', takesOtherGroups })).toEqual(
      BLOOD_GROUPS.filter(recipient => canGiveTo(group, recipient)),
    )
  }
})

test('whoever gives for pooled platelets gives whole blood', () => {
  expect(COMPONENTS.map(donatedFor)).toEqual(['blood', 'apheresis-platelets', 'blood'])
})
