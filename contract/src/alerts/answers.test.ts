import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { checkForm } from '../forms.ts'
import { AlertLinkForm, AlertPauseForm, acceptAlert, sayOnTheWayByAlert } from './answers.ts'
import { AlertPreferencesForm, DATE_NEEDED } from './preferences.ts'

const token = 'a'.repeat(43)
const INCOMPLETE = 'The link is incomplete. Please open it again from the message.'

test.each<[z.ZodMiniType, object, string]>([
  [AlertLinkForm, {}, 'The link is incomplete.'],
  [AlertLinkForm, { token: 'short' }, INCOMPLETE],
  [acceptAlert.body, { token, digits: '123' }, 'Please enter four digits.'],
  [acceptAlert.body, { token, digits: '12a4' }, 'Please enter four digits.'],
  [acceptAlert.body, { token, digits: ' ' }, 'Please enter the last four digits of your phone number.'],
  [acceptAlert.body, { token, donor: 'me' }, 'donor cannot be set here.'],
  [sayOnTheWayByAlert.body, { token, minutes: 20 }, 'Expected one of: 15, 30, 60.'],
  [AlertPauseForm, { token }, 'Please select how long.'],
  [AlertPauseForm, { token, pause: 'none' }, 'Please select how long.'],
  [AlertPauseForm, { token, pause: 'date' }, DATE_NEEDED],
  [AlertPauseForm, { token, pause: 'date', pauseUntil: '2026-02-30' }, DATE_NEEDED],
  [AlertPauseForm, { token, pause: 'week', pauseUntil: '2027-01-01' }, DATE_NEEDED],
  [AlertPreferencesForm, { pause: 'date', pauseUntil: 'soon' }, DATE_NEEDED],
  [AlertPreferencesForm, { pause: 'week', pauseUntil: '2027-01-01' }, DATE_NEEDED],
  [AlertPreferencesForm, { alertsFrom: '2020-01-01' }, 'alertsFrom cannot be set here.'],
])('a form of alerts is refused: %#', (form, body, message) => {
  expect(checkForm(form, body).fault?.message).toBe(message)
})
