import { expect, test } from 'vitest'
import { ContactNumber } from './field.ts'
import { dialable } from './one-number.ts'

/** What is kept as it was typed, digit by digit, is dialled as it is shown. */
test.each([
  ['01712345678', '01712345678'],
  ['+880 1712-345678', '+8801712345678'],
  ['(+880) 1712 345678', '+8801712345678'],
  ['(02) 9661551 ext 12', '029661551;ext=12'],
  ['9661551 x12', '9661551;ext=12'],
  ['01711-123456 Ext: 12', '01711123456;ext=12'],
  ['01711-123456 extension 120', '01711123456;ext=120'],
  ['01711-123456x12', '01711123456;ext=12'],
  ['01711-123456 এক্সটেনশন 12', '01711123456;ext=12'],
  [`${'1'.repeat(20)} x123456`, `${'1'.repeat(20)};ext=123456`],
  ['+44 (0)20 7946 0958', '+4402079460958'],
  ['01712–345—678', '01712345678'],
  ['01712−345678', '01712345678'],
  ['01712.345.678', '01712345678'],
  ['98765 43210', '9876543210'],
  ['9661551-52', '966155152'],
  ['030/123456', '030123456'],
  ['12345', '12345'],
  ['1'.repeat(20), '1'.repeat(20)],
  // A phone would dial the digits alone.
  ['*123*45#', null],
])('%s is a contact number, and dialled as %s', (typed, dialled) => {
  expect(ContactNumber.parse(typed)).toBe(typed)
  expect(dialable(typed)).toBe(dialled)
})

const WRONG = 'Contact Number must be a phone number of 5 to 20 digits.'
const SEVERAL =
  'Contact Number must be one number. Leave out the others, and write an extension as in “ext. 12”.'
test.each<[string | number, string]>([
  ['1234', WRONG],
  ['1'.repeat(21), WRONG],
  ['1234 ext 56789', WRONG],
  ['9661551 x1234567', SEVERAL],
  ['call me', WRONG],
  ['rima@example.edu 01712', WRONG],
  ['0171\x1c5678', WRONG],
  ['<b>01712345678</b>', WRONG],
  ['', 'Contact Number is required.'],
  ['   ', 'Contact Number is required.'],
  [`12345${' '.repeat(56)}6`, 'Contact Number must be at most 60 characters long.'],
  [1712345678, 'Contact Number is required.'],
  ...[
    '01712345675 / 01812345675',
    '01712345675, 01812345675',
    '01712345675; 01812345675',
    '01712345675 01812345675',
    '01712-345675 or 01812-345675',
    '017 12345675 018 12345675',
    '+8801712345675 +8801812345675',
    '01712345675 ext 12, 01812345675',
    '02-9661551/52',
    '9661551~3',
    '0171-2345675 (2)',
  ].map((several): [string, string] => [several, SEVERAL]),
  ...[
    '1712345675.0',
    '01712-345675.0',
    '1712345675,0',
    '1,712,345,675',
    '8.80171E+12',
    '1,71E+09',
    '########',
    '#N/A',
    '1-Mar',
    '01/03/2024',
  ].map((damaged): [string, string] => [
    damaged,
    `Contact Number “${damaged}” was changed by a spreadsheet. Enter it as it was before.`,
  ]),
])('%j is not a contact number', (typed, message) => {
  expect(ContactNumber.safeParse(typed).error?.issues[0]?.message).toBe(message)
  if (message === SEVERAL) expect(dialable(String(typed))).toBeNull()
})
