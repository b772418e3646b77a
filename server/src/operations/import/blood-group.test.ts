import { BLOOD_GROUPS, withMinus } from '@blood-bank/contract/donors/blood-groups'
import { expect, test } from 'vitest'
import { readBloodGroup } from './blood-group.ts'

test.each([
  'B-',
  'B−',
  'B –',
  'B-ve',
  'B -ve',
  'B (-)',
  'B(-)ve',
  'B (-ve)',
  'b negative',
  'Bneg.',
  'B-negative',
  'B Rh-',
  'B (Rh negative)',
  'B RhD negative',
  'B rh(D)-',
  'B minus',
  'Ｂ－',
  '\u200eB-\u200f',
  'বি নেগেটিভ',
])('%s is B-', written => {
  expect(readBloodGroup(written)).toBe('B-')
})

test.each([
  ['A+ve', 'A+'],
  ['a (+)', 'A+'],
  ['AB positive', 'AB+'],
  ['ab+', 'AB+'],
  ['এবি পজিটিভ', 'AB+'],
  ['O+ive', 'O+'],
  ['0+', 'O+'],
  ['o neg', 'O-'],
  ['ও পজিটিভ', 'O+'],
])('%s is %s', (written, group) => {
  expect(readBloodGroup(written)).toBe(group)
})

test('every group is read as this site writes it', () => {
  for (const group of BLOOD_GROUPS)
    expect([group, withMinus(group)].map(readBloodGroup)).toEqual([group, group])
})

test.each([
  '',
  'O',
  'AB',
  'A+ve?',
  'AB positve',
  'B-positive',
  'B+negative',
  'B+-',
  'B±',
  'A+/B+',
  'A B+',
  'A+ or O+',
  '+B',
  'B--',
  'B(-',
  'B-)',
  'C+',
  'Б-',
  'В-',
  '8-',
  'B- (B+)',
  'B ve',
  'unknown',
  'positive',
  'Bombay',
])('“%s” is never guessed', written => {
  expect(readBloodGroup(written)).toBeNull()
})
