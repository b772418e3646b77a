import { expect, test } from 'vitest'
import { digitsToFind, formatContactNumber, normalizeContactNumber } from './contact-number.ts'

test.each([
  ['01712345678', '+8801712345678', '01712-345678'],
  ['01712-345678', '+8801712345678', '01712-345678'],
  ['+880 1712-345678', '+8801712345678', '01712-345678'],
  ['008801712345678', '+8801712345678', '01712-345678'],
  ['০১৭১২৩৪৫৬৭৮', '+8801712345678', '01712-345678'],
  ['０１７１２３４５６７８', '+8801712345678', '01712-345678'],
  ['٠١٧١٢٣٤٥٦٧٨', '+8801712345678', '01712-345678'],
  ['+1 213 373 4253', '+12133734253', '+1 213 373 4253'],
  ['+44 20 7946 0958', '+442079460958', '+44 20 7946 0958'],
  ['০১৭১১-১২৩৪৫৬ এক্সটেনশন ১২', '01711-123456 ext. 12', '01711-123456 ext. 12'],
])('in Bangladesh %s is stored as %s and shown as %s', (typed, stored, shown) => {
  expect(normalizeContactNumber(typed, 'BD')).toBe(stored)
  expect(formatContactNumber(stored, 'BD')).toBe(shown)
})

test.each([
  ['(02) 9661551 ext 12'],
  ['01711-123456 ext. 12'],
  ['01711123456x12'],
  ['01711123456 #012'],
  ['+880 1711-123456 Extension 7'],
  ['12345'],
  ['01712'],
  ['+880 1712'],
  ['*123*45#'],
  ['01712345678, 01812345678'],
  ['99999999999999999999'],
])('%s, which is not one complete number, is stored and shown as typed', typed => {
  expect(normalizeContactNumber(typed, 'BD')).toBe(typed)
  expect(formatContactNumber(typed, 'BD')).toBe(typed)
})

test('a number is shown without country code in its own country, and with it elsewhere', () => {
  expect(formatContactNumber('+12133734253', 'US')).toBe('(213) 373-4253')
  expect(formatContactNumber('+8801712345678', 'US')).toBe('+880 1712 345678')
})

test('a number that is shown in a form and saved again does not change', () => {
  for (const stored of ['+8801712345678', '+12133734253', '+442079460958'])
    expect(normalizeContactNumber(formatContactNumber(stored, 'BD'), 'BD')).toBe(stored)
})

test('for an unknown country only numbers with a country code are parsed', () => {
  expect(normalizeContactNumber('+8801712345678', 'ZZ')).toBe('+8801712345678')
  expect(normalizeContactNumber('01712345678', 'ZZ')).toBe('01712345678')
})

test.each([
  ['01712-345678', '1712345678'],
  ['+880 (1712) 345678', '8801712345678'],
  ['008801712345678', '8801712345678'],
  ['০১৭১২৩৪৫৬৭৮', '1712345678'],
  ['345678', '345678'],
  ['0042', null],
  ['CSE-2021-042', null],
  ['1712 rima', null],
])('to find the number %s, the digits %s are looked for', (text, digits) => {
  expect(digitsToFind(text)).toBe(digits)
})
