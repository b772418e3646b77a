import { ContactNumber } from '@blood-bank/contract/contact-numbers/field'
import { dialable } from '@blood-bank/contract/contact-numbers/one-number'
import { expect, test } from 'vitest'
import {
  digitsToFind,
  formatContactNumber,
  hasContactNumber,
  normalizeContactNumber,
} from './contact-number.ts'

test.each([
  ['01712345678', '+8801712345678', '01712-345678'],
  ['+880 1712-345678', '+8801712345678', '01712-345678'],
  ['(+880) 1712-345678', '+8801712345678', '01712-345678'],
  ['008801712345678', '+8801712345678', '01712-345678'],
  ['০১৭১২৩৪৫৬৭৮', '+8801712345678', '01712-345678'],
  ['０１７１２３４５６７８', '+8801712345678', '01712-345678'],
  ['+1 213 373 4253', '+12133734253', '+1 213 373 4253'],
  ['+44 20 7946 0958', '+442079460958', '+44 20 7946 0958'],
  ['০১৭১১-১২৩৪৫৬ এক্সটেনশন ১২', '01711-123456 ext. 12', '01711-123456 ext. 12'],
])('in Bangladesh %s is stored as %s and shown as %s', (typed, stored, shown) => {
  expect(normalizeContactNumber(typed, 'BD')).toBe(stored)
  expect(formatContactNumber(stored, 'BD')).toBe(shown)
  // As a form shows it, and saves it again.
  expect(normalizeContactNumber(shown, 'BD')).toBe(stored)
})

test.each([
  ['(02) 9661551 ext 12'],
  ['01711123456x12'],
  ['01711123456 #012'],
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

test.each([
  ['or call +880 1700 000000', 'BD'],
  ['City Hospital 01712-345678', 'BD'],
  ['Bed 3, 01712 345-678', 'BD'],
  ['0_1_7_1_2_3_4_5_6_7_8', 'BD'],
  ['০১৭১২৩৪৫৬৭৮', 'BD'],
  ['①⑦①②③④⑤⑥⑦⑧', 'BD'],
  ['0171\u200b2345678', 'BD'],
  ['Ward 5 (02) 9661551', 'BD'],
  ['1712345678', 'BD'],
  ['Floor 2 0044 20 7946 0958', 'BD'],
  ['+49 30 901820', 'BD'],
  ['Ext. 213 373 4253', 'US'],
  ['8204 8206', 'SG'],
  ['98765 43210', 'IN'],
])('%s contains a number that can be called in %s', (text, country) => {
  expect(hasContactNumber(text, country)).toBe(true)
})

test.each([
  ['Bed 24, Room 1204-1206', 'BD'],
  ['Rooms 562-563', 'BD'],
  ['Plot 15, Road 71, Gulshan 2, Dhaka 1212', 'BD'],
  ['Ward 7 Bed 12-14, ICU 2, Level 3, 0900-1700', 'BD'],
  ['House 12/A, Block C, Mirpur-10, Dhaka-1216', 'BD'],
  ['রুম ১২০৪–১২০৬', 'BD'],
  ['Cabins 101, 102, 103, 104, 105', 'BD'],
  ['Level +2, Room 0012', 'BD'],
  ['Since 1972', 'BD'],
  ['Suite 1204-1206, New York 10001', 'US'],
  ['Rooms 8204-8206', 'SG'],
  ['Rooms 1204-1206', 'NP'],
  ['New Delhi 110029', 'IN'],
])('%s contains none in %s', (text, country) => {
  expect(hasContactNumber(text, country)).toBe(false)
})

test.each([
  '০১৭১২-৩৪৫৬৭৮',
  '+44 (0)20 7946 0958',
  '+44 (0)20 7946 0958 ext. 12',
  '+39 06 6982 1',
  '(02) 9661551 x12',
  '030/123456',
  '00 880 1712 345678',
  '+999 12345678',
])('a phone dials the digits that are shown for %s', typed => {
  for (const country of ['BD', 'GB', 'ZZ']) {
    const shown = formatContactNumber(normalizeContactNumber(ContactNumber.parse(typed), country), country)
    const digits = shown.replace(/[^\d+]/g, '')
    expect([shown, dialable(shown)?.replace(';ext=', '')]).toEqual([shown, digits])
  }
})

test('the zero for calls inside of a country is not shown with its code', () => {
  expect(formatContactNumber('+44 (0)20 7946 0958 ext. 12', 'BD')).toBe('+44 20 7946 0958 ext. 12')
})
