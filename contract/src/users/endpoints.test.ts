import { expect, test } from 'vitest'
import { checkForm } from '../forms.ts'
import { changeRole, SuspensionForm } from './administration.ts'
import { lastCoordinationDay } from './coordinators.ts'

test.each([
  [changeRole.body, {}, 'Please select a role.'],
  [changeRole.body, { role: 'owner' }, 'Please select a role.'],
  [changeRole.body, { role: 'admin', emailVerified: true }, 'emailVerified cannot be set here.'],
  [SuspensionForm, {}, 'Please select a reason.'],
  [SuspensionForm, { reason: 'dislike' }, 'Please select a reason.'],
  [SuspensionForm, { reason: 'other', note: 'x'.repeat(501) }, 'Note must be at most 500 characters long.'],
  [SuspensionForm, { reason: 'other', suspendedAt: '2026-01-01' }, 'suspendedAt cannot be set here.'],
])('what an admin sends about a user is refused: %#', (schema, form, message) => {
  expect(checkForm(schema, form).fault?.message).toBe(message)
})

test.each([
  ['2026-11-29', '2027-11-29'],
  ['2028-02-29', '2029-02-28'],
])('on %s one is named until %s at the latest', (day, last) => {
  expect(lastCoordinationDay(day)).toBe(last)
})
