import { expect, test } from 'vitest'
import { isGsm7, septets, toGsm7 } from './segment.ts'

test.each([
  ['O+ needed', true, 9],
  ['', true, 0],
  ['BIRDEM [2]', true, 12],
  ['5 €', true, 4],
  ['B− needed', false, 8],
  ['রক্ত', false, 0],
])('%j is GSM-7: %s, %d septets', (text, isInAlphabet, length) => {
  expect([isGsm7(text), septets(text)]).toEqual([isInAlphabet, length])
})

test.each([
  ['B− – “Square’s”…', `B- - "Square's"...`],
  ['Ibn\u2011Sina', 'Ibn-Sina'],
  ['Hôpital Saint-Éloi, Çankaya', 'Hopital Saint-Éloi, Çankaya'],
  ['ঢাকা Medical  College', 'Medical College'],
  ['ＢＩＲＤＥＭ\tHospital', 'BIRDEM Hospital'],
  ['ঢাকা মেডিকেল', ''],
  ['Ward 5 😀', 'Ward 5'],
])('%j is sent as %j', (text, sent) => {
  expect(toGsm7(text)).toBe(sent)
})
