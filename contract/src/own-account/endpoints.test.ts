import { expect, test } from 'vitest'
import { checkForm } from '../forms.ts'
import { PasswordChangeForm, PasswordConfirmationForm } from './endpoints.ts'

test.each([
  [{ currentPassword: '', newPassword: '' }, 'Please enter your current password and a new one.'],
  [{ currentPassword: 'secret', newPassword: '' }, 'Please enter your current password and a new one.'],
  [{ currentPassword: 'secret', newPassword: '     ' }, 'Password should be at least 6 characters long.'],
  [{ currentPassword: 'secret', newPassword: 'short' }, 'Password should be at least 6 characters long.'],
  [{ currentPassword: 'secret', newPassword: 'secret', userId: 'x' }, 'userId cannot be set here.'],
])('changing the password with %j is refused', (form, message) => {
  expect(checkForm(PasswordChangeForm, form).fault?.message).toBe(message)
})

test('the current password may be shorter than the minimum length', () => {
  expect(
    checkForm(PasswordChangeForm, { currentPassword: 'abc', newPassword: 'a longer one' }).fault,
  ).toBeUndefined()
  expect(checkForm(PasswordConfirmationForm, { password: 'abc' }).fault).toBeUndefined()
})

test('erasing requires the password', () => {
  expect(checkForm(PasswordConfirmationForm, { password: '' }).fault?.message).toBe(
    'Please enter your password.',
  )
})
