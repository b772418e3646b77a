import { expect, test } from 'vitest'
import { describeFitToGive, isJustGiven } from './fit-to-give.ts'

test.each([
  [
    { ages: { from: 18, to: 60 }, minWeightKg: 50 },
    'Come only if you are 18 to 60, weigh at least 50 kg and feel well today. The hospital asks about illness, medicines, pregnancy and travel, and decides.',
  ],
  [
    { ages: { from: 17, to: 65 }, minWeightKg: 45 },
    'Come only if you are 17 to 65, weigh at least 45 kg and feel well today. The hospital asks about illness, medicines, pregnancy and travel, and decides.',
  ],
])('with %j it says who can come, and that the hospital decides', (rules, sentence) => {
  expect(describeFitToGive(rules)).toBe(sentence)
})

test.each([
  ['2026-03-01', true],
  ['2026-02-28', true],
  ['2026-02-27', false],
])('on March 1, a donation of %s was just given: %s', (donatedOn, expected) => {
  expect(isJustGiven(donatedOn, '2026-03-01')).toBe(expected)
})
