import { expect, test } from 'vitest'
import { checkForm } from '../forms.ts'
import { changeRole, SuspensionForm } from './endpoints.ts'

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
