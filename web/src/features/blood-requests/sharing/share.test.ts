import { publicShareText } from '@blood-bank/contract/blood-requests/descriptions'
import { expect, test } from 'vitest'
import { aBloodRequest } from '../../../testing/builders.ts'
import { publicNeedOf, shareText } from './share.ts'

const SITE = 'https://blood.campus.edu'
const textOf = (...overrides: Parameters<typeof aBloodRequest>) =>
  shareText(aBloodRequest(...overrides), SITE)

test('a shared request says what is needed, where, how soon, and has a link', () => {
  expect(textOf({ requiredBloodGroup: 'B+' })).toBe(
    'B+ blood needed at City Hospital: 2 units, urgent. Sign in to help: https://blood.campus.edu/view-requests?request=0192f0c1-0000-7000-8000-0000000000aa',
  )
})

test('a shared request for platelets says so first, and how they are given', () => {
  expect(textOf({ requiredBloodGroup: 'B-', component: 'pooled-platelets' })).toMatch(
    /^Platelets B− needed at City Hospital: 2 units, urgent\. From several donors: you give whole blood, as usual\. Sign in/,
  )
})

test.each([
  ['moderate', 1, '1 unit, within 24-48 hours.'],
  ['low', 3, '3 units, planned.'],
] as const)('the urgency %s has its own wording', (urgency, unitsRequired, words) => {
  expect(textOf({ urgency, unitsRequired })).toContain(words)
})

test('a shared request never contains the patient, the contact person, the number, or the additional info', () => {
  const text = textOf({ hospitalLocation: 'Ward 12', additionalInfo: 'His wife is Salma' })
  for (const secret of ['Karim', 'Uddin', 'Rima', 'Akter', '01712', '345678', 'Ward', 'Salma'])
    expect(text).not.toContain(secret)
})

test('the text with a public page asks to look there, because blood may no longer be needed', () => {
  expect(publicShareText(publicNeedOf(aBloodRequest({ requiredBloodGroup: 'B+' })), `${SITE}/r/abc`)).toBe(
    'B+ blood needed at City Hospital: 2 units, urgent. Is it still needed, and can you help? https://blood.campus.edu/r/abc',
  )
})

test.each([
  'City Hospital, call 01712-345678',
  'City Hospital (০১৭১২৩৪৫৬৭৮)',
  'Ward of Karim',
  'Ask for rima akter at City Hospital',
])('the hospital «%s» is left out', hospitalName => {
  expect(textOf({ hospitalName })).toContain('AB− blood needed: 2 units')
})

test('a house number is not taken for a phone number', () => {
  expect(textOf({ hospitalName: 'Hospital No. 12, Road 7' })).toContain('at Hospital No. 12, Road 7')
})
