import { expect, test } from 'vitest'
import { checkForm } from '../forms.ts'
import { SignInForm } from './endpoints.ts'

const EMAIL = 'rima@example.edu'
const MISSING = 'Please enter your email address and your password.'
test.each([
  [{ email: ' \t ', password: 'secret' }, MISSING],
  [{ email: EMAIL, password: '' }, MISSING],
  [{ email: EMAIL }, MISSING],
  [{ email: EMAIL, password: 'x'.repeat(1025) }, 'Password must be at most 1024 characters long.'],
  [{ email: EMAIL, password: { $ne: '' } }, 'Password is required.'],
  [{ email: EMAIL, password: 'secret', role: 'admin' }, 'role cannot be set here.'],
])('signing in with %j is refused', (form, message) => {
  expect(checkForm(SignInForm, form).fault?.message).toBe(message)
})
