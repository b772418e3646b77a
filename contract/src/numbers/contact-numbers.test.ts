import { expect, test } from 'vitest'
import { ContactNumber } from './contact-numbers.ts'

test.each([
  '01712345678',
  '+880 1712-345678',
  '০১৭১২-৩৪৫৬৭৮',
  '０１７１２３４５６７８',
  '٠١٧١٢٣٤٥٦٧٨',
  '(02) 9661551 ext 12',
  '(02) 9661551 EXTN. 12',
  '9661551 x12',
  '01711-123456 ext. 12',
  '01711-123456 Ext: 12',
  '01711-123456 extension 120',
  '01711-123456x12',
  '01711-123456 #12',
  '01711-123456, ext 12',
  '০১৭১১-১২৩৪৫৬ ext. ১২',
  '০১৭১১-১২৩৪৫৬ এক্সটেনশন ১২',
  `${'1'.repeat(20)} x123456`,
  '02-9661551/52',
  '*123*45#',
  '+44 (0)20 7946 0958',
  '01712–345—678',
  '\u202a+880 1712 345678\u202c',
  '12345',
  '1'.repeat(20),
])('%s is a contact number', typed => {
  expect(ContactNumber.parse(typed)).toBe(typed)
})

const WRONG = 'Contact Number must be a phone number of 5 to 20 digits.'
test.each([
  ['1234', WRONG],
  ['1'.repeat(21), WRONG],
  ['1234 ext 56789', WRONG],
  [`${'1'.repeat(20)} x1234567`, WRONG],
  ['call me', WRONG],
  ['01712345678 home', WRONG],
  ['rima@example.edu 01712', WRONG],
  ['0171\x1c5678', WRONG],
  ['<b>01712345678</b>', WRONG],
  ['', 'Contact Number is required.'],
  ['   ', 'Contact Number is required.'],
  [`12345${' '.repeat(56)}6`, 'Contact Number must be at most 60 characters long.'],
  [1712345678, 'Contact Number is required.'],
])('%j is not a contact number', (typed, message) => {
  expect(ContactNumber.safeParse(typed).error?.issues[0]?.message).toBe(message)
})

test('white space around a number is removed', () => {
  expect(ContactNumber.parse('  01712345678\n')).toBe('01712345678')
})
