import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { PauseDate } from '../alerts/preferences.ts'
import { TextCodeForm } from '../alerts/texts.ts'
import { NeededBy, Units } from '../blood-requests/posting.ts'
import { ContactNumber } from '../contact-numbers/field.ts'
import { BloodGroupInQuery, DonationDate, TypedBloodGroup } from '../donors/fields.ts'
import { UniversityId } from '../donors/university-id.ts'
import { checkForm, Day, optionalText, requiredLine } from '../forms.ts'
import { listingQuery } from '../listing.ts'
import { CurrentPassword, Email, NewPassword } from '../passwords/accounts.ts'
import { SignInForm } from '../sessions/endpoints.ts'
import { inAsciiDigits } from './clean.ts'

const SignInEmail = SignInForm.shape.email
const Code = TextCodeForm.shape.code
const Name = requiredLine('Full Name', 120)
const Text = optionalText('Additional Info', 100)
const Search = listingQuery(['email']).search

/** What people paste or type into each kind of field, and what is stored of it. */
const READ: Record<string, [schema: z.ZodMiniType, typed: unknown, read: unknown][]> = {
  address: [
    [Email, '\u200brima@example.edu\u202c', 'rima@example.edu'],
    [Email, '\u202arima\u00ad@exam\u2060ple.edu \ufeff', 'rima@example.edu'],
    [Email, 'rima@example.edu.', 'rima@example.edu'],
    [Email, '\u00a0Rima@Example.edu。\u3000', 'rima@example.edu'],
    [Email, 'ｒｉｍａ＠ｅｘａｍｐｌｅ．ｅｄｕ', 'rima@example.edu'],
    [SignInEmail, '\u2068Rima@example.edu\u2069.', 'rima@example.edu'],
  ],
  number: [
    [ContactNumber, '\u202a+880 1712 345678\u202c', '+880 1712 345678'],
    [ContactNumber, '০১৭১২-৩৪৫৬৭৮।', '01712-345678'],
    [ContactNumber, '＋８８０１７１２３４５６７８', '+8801712345678'],
    [ContactNumber, '𝟎𝟏𝟕𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖.', '01712345678'],
  ],
  units: [
    [Units, '২', 2],
    [Units, ' 2\u200f', 2],
    [Units, '2.0', 2],
    [Units, '2.', 2],
  ],
  code: [
    [Code, '১২৩ ৪৫৬', '123 456'],
    [Code, '\u2066１２３４５６\u2069.', '123456'],
  ],
  'University ID': [
    [UniversityId, '\u200eCSE-২০১৯-০৪২.', 'CSE-2019-042'],
    [UniversityId, 'ＣＳＥ－１\u00ad', 'CSE-1'],
    [UniversityId, 'DEC-12', 'DEC-12'],
    [UniversityId, '19E-103', '19E-103'],
    [UniversityId, '3/1/2024', '3/1/2024'],
  ],
  'blood group': [
    [TypedBloodGroup, 'ab-', 'AB-'],
    [TypedBloodGroup, '\u200eAB−\u200f', 'AB-'],
    [TypedBloodGroup, 'AB –', 'AB-'],
    [TypedBloodGroup, 'Ａ＋', 'A+'],
    [TypedBloodGroup, '0+', 'O+'],
    [TypedBloodGroup, '০-.', 'O-'],
    [BloodGroupInQuery, 'A ', 'A+'],
    [BloodGroupInQuery, 'ab ', 'AB+'],
    [BloodGroupInQuery, 'O%2B', 'O+'],
  ],
  date: [
    [Day, '২০২৬-১১-০৩', '2026-11-03'],
    [DonationDate, '2025-03-04.', '2025-03-04'],
    [PauseDate, '２０２６-１１-０３', '2026-11-03'],
    [NeededBy, '২০২৬-১১-০৩T১৮:০০', '2026-11-03T18:00'],
  ],
  'what people read': [
    [Name, '\u200e Ri\u202ema\u200b\ufeff\u00ad', 'Rima'],
    [Name, 'St. Mary’s.', 'St. Mary’s.'],
    [Name, 'র\u200d্যাব ২০১৯', 'র\u200d্যাব ২০১৯'],
    [Name, 'می\u200cخواهم', 'می\u200cخواهم'],
    [Name, '👩\u200d⚕️', '👩\u200d⚕️'],
    [Text, '\u2067one\n\u2069two\u00ad', 'one\ntwo'],
    [Search, '\u200brima@example.edu ', 'rima@example.edu'],
  ],
  password: [
    [NewPassword, ' \u200bপাস\u00adwörd১. ', ' \u200bপাস\u00adwörd১. '],
    [CurrentPassword, '\u202asecret\u202c.', '\u202asecret\u202c.'],
  ],
}

const check = (schema: z.ZodMiniType, field: unknown) =>
  checkForm(z.strictObject({ field: schema }), { field })

test.each(Object.entries(READ).flatMap(([kind, rows]) => rows.map(row => [kind, ...row] as const)))(
  'a pasted or typed %s is stored as what it shows',
  (_, schema, typed, read) => {
    expect(check(schema, typed)).toEqual({ values: { field: read } })
    // The page and the server both do it.
    expect(check(schema, read)).toEqual({ values: { field: read } })
  },
)

test.each<[schema: z.ZodMiniType, typed: unknown, message: string]>([
  [Email, 'rima২@example.edu', 'Please enter a valid email address.'],
  [Email, 'rima２@example.edu', 'Please enter a valid email address.'],
  [Email, 'ri ma@example.edu', 'Please enter a valid email address.'],
  [Units, '2.5', 'Units required must be a whole number.'],
  [Units, 2.5, 'Units required must be a whole number.'],
  [Units, '2,000', 'Units required must be a whole number.'],
  [Units, '1e2', 'Units required must be a whole number.'],
  [Units, '০', 'Units required must be at least 1.'],
  [Units, '', 'Units required must be at least 1.'],
  [Units, true, 'Units required must be at least 1.'],
  [Units, '১০১', 'Units required must be at most 100.'],
  ...['A', 'A ', 'A B+', 'C+', 'B±', 'b-)'].map((group): [z.ZodMiniType, string, string] => [
    TypedBloodGroup,
    group,
    'Please select a blood group.',
  ]),
  ...['A', ' ', '%2B'].map((group): [z.ZodMiniType, string, string] => [
    BloodGroupInQuery,
    group,
    'Please select a blood group.',
  ]),
  ...[
    '2.01933E+09',
    '1,71E+09',
    '2.01933E9',
    '########',
    '#N/A',
    '#NAME?',
    '#BEZUG!',
    'Err:502',
    '2019331042.0',
    '1-Mar',
    '01-Mar-24',
    'Mar-24',
    '2024-03-01 00:00:00',
  ].map((id): [z.ZodMiniType, string, string] => [
    UniversityId,
    id,
    `University ID “${id}” was changed by a spreadsheet. Enter it as it was before.`,
  ]),
])('what cannot be read in one way is refused with the reason', (schema, typed, message) => {
  expect(check(schema, typed).fault?.message).toBe(message)
})

test.each([Email, SignInEmail, Code, Name, UniversityId, BloodGroupInQuery])(
  'one letter among very many characters that nobody sees is refused',
  schema => {
    for (const unseen of ['\u200d', '\u200b', '\u00ad'])
      expect(check(schema, `a${unseen.repeat(20_000)}`).fault).toBeDefined()
  },
)

test('every decimal digit of Unicode is read', () => {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue
    const character = String.fromCodePoint(code)
    if (/\p{Nd}/u.test(character)) expect(inAsciiDigits(character)).toMatch(/^\d$/)
  }
  expect(inAsciiDigits('০৯०९٠٩۰۹๐๙𝟎𝟗𝟘𝟡𞥐𞥙')).toBe('09'.repeat(8))
})
