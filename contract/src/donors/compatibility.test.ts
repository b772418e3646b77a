import { describe, expect, test } from 'vitest'
import { BLOOD_GROUPS, type BloodGroup } from './blood-groups.ts'
import { canGiveTo, donorGroupsFor, otherDonorGroupsFor } from './compatibility.ts'
import { recipientGroupsOf } from './needs.ts'

/** Written down independently of the rule: rows are donors, columns recipients, both in the order of the header. */
const TABLE = `
        A+  A-  B+  B-  AB+ AB- O+  O-
  A+    yes .   .   .   yes .   .   .
  A-    yes yes .   .   yes yes .   .
  B+    .   .   yes .   yes .   .   .
  B-    .   .   yes yes yes yes .   .
  AB+   .   .   .   .   yes .   .   .
  AB-   .   .   .   .   yes yes .   .
  O+    yes .   yes .   yes .   yes .
  O-    yes yes yes yes yes yes yes yes`

const [recipients = [], ...rows] = TABLE.trim()
  .split('\n')
  .map(line => line.trim().split(/\s+/))
const pairs = rows.flatMap(([donor, ...cells]) =>
  cells.map((cell, at) => ({
    donor: donor as BloodGroup,
    recipient: recipients[at] as BloodGroup,
    isAllowed: cell === 'yes',
  })),
)

test.each(pairs)('$donor can give to $recipient: $isAllowed', ({ donor, recipient, isAllowed }) => {
  expect(canGiveTo(donor, recipient)).toBe(isAllowed)
})

test.each(BLOOD_GROUPS)('the groups that %s can give to are those of the table', group => {
  const allowed = pairs.filter(({ donor, isAllowed }) => donor === group && isAllowed)
  const blood = { component: 'blood', takesOtherGroups: false } as const
  expect(recipientGroupsOf(group, blood)).toEqual(allowed.map(({ recipient }) => recipient))
})

describe('the order of preference', () => {
  test.each<[BloodGroup, BloodGroup[]]>([
    ['A+', ['A+', 'A-', 'O+', 'O-']],
    ['A-', ['A-', 'O-']],
    ['B+', ['B+', 'B-', 'O+', 'O-']],
    ['B-', ['B-', 'O-']],
    ['AB+', ['AB+', 'AB-', 'A+', 'A-', 'B+', 'B-', 'O+', 'O-']],
    ['AB-', ['AB-', 'A-', 'B-', 'O-']],
    ['O+', ['O+', 'O-']],
    ['O-', ['O-']],
  ])('donors for %s', (recipient, donors) => {
    expect(donorGroupsFor(recipient)).toEqual(donors)
    expect(otherDonorGroupsFor(recipient)).toEqual(donors.slice(1))
  })
})
