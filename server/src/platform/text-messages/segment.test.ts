import { expect, test } from 'vitest'
import { fitIntoSegment, isGsm7, septets, toGsm7 } from './segment.ts'

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

const compose = (hospital: string) => `O+ needed at ${hospital} by 6 pm. ${'x'.repeat(120)}`

test('a text of one segment stays as it is, a longer one has a shorter name', () => {
  expect(fitIntoSegment(compose, 'BIRDEM')).toBe(compose('BIRDEM'))
  for (const hospital of ['Dhaka Medical College Hospital', 'a [{|}] '.repeat(40), 'é'.repeat(500)]) {
    const text = fitIntoSegment(compose, hospital)
    expect(septets(text)).toBeLessThanOrEqual(160)
    expect(septets(text)).toBeGreaterThan(150)
    expect(text).toMatch(/\S\.\.\. by 6 pm/)
  }
})
