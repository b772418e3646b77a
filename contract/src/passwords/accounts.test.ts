import { expect, test } from 'vitest'
import { checkForm } from '../forms.ts'
import { Email, PasswordResetForm, PasswordResetMailForm, RegistrationForm } from './accounts.ts'

const TOKEN = 'a'.repeat(43)
const faultOf = (password: unknown) =>
  checkForm(RegistrationForm, { email: 'rima@example.edu', password }).fault

test.each([
  ['six letters', 'abcdef'],
  ['six characters outside the basic plane', '👍👎👍👎👍👎'],
  ['six Bengali letters', 'অআইঈউঊ'],
  ['128 characters', 'x'.repeat(128)],
  ['128 characters that become 128 when normalised', 'e\u0301'.repeat(128)],
  ['six spaces', '      '],
])('%s are accepted as a password', (_, password) => {
  expect(faultOf(password)).toBeUndefined()
})

const TOO_SHORT = 'Password should be at least 6 characters long.'
const TOO_LONG = 'Password should be at most 128 characters long.'
test.each([
  ['five letters', 'abcde', TOO_SHORT],
  ['five spaces', '     ', TOO_SHORT],
  ['five characters of two code units', '👍👎👍👎👍', TOO_SHORT],
  ['five letters with their accents apart', 'e\u0301'.repeat(5), TOO_SHORT],
  ['129 characters', 'x'.repeat(129), TOO_LONG],
  ['half of a surrogate pair', 'abcdef\ud83d', 'Password contains characters that cannot be stored.'],
])('%s are refused as a password', (_, password, message) => {
  expect(faultOf(password)).toEqual({ message, fields: { password: message } })
})

test.each([
  [{ email: '', password: '' }, ['email', 'password']],
  [{ email: '  ', password: 'abcdef' }, ['email']],
  [{ email: 'rima@example.edu' }, ['password']],
  [null, []],
])('registration with %j asks for what is missing', (form, fields) => {
  const { fault } = checkForm(RegistrationForm, form)
  expect(fault?.message).toBe('Please enter your email address and a password.')
  expect(Object.keys(fault?.fields ?? {})).toEqual(fields)
})

test('a password reset without an address asks for it', () => {
  expect(checkForm(PasswordResetMailForm, { email: ' ' }).fault?.message).toBe(
    'Please enter your email address.',
  )
})

test.each(['', 'short', `${TOKEN}a`, `${'a'.repeat(42)}=`])('%j is not a valid token', token => {
  const { fault } = checkForm(PasswordResetForm, { token, newPassword: 'abcdef' })
  expect(fault?.message).toMatch(/^The link is incomplete\./)
})

test('an address is trimmed and converted to lower case', () => {
  expect(Email.parse('  Rima.Akter+Blood@Example.EDU\t')).toBe('rima.akter+blood@example.edu')
})

test.each([
  'rima',
  'rima@',
  '@example.edu',
  'rima@example',
  'rima@exa mple.edu',
  'rima@example.edu\0',
  'rima@example.edu, x@evil.example',
  'rima@example.edu\nBcc: x@evil.example',
  `${'x'.repeat(250)}@example.edu`,
])('%j is not a valid address', typed => {
  expect(Email.safeParse(typed).success).toBe(false)
})
