import { expect, test } from 'vitest'
import { CONSENT, CONSENT_TEXTS } from './consent.ts'

test('a published consent text never changes', () => {
  expect(CONSENT_TEXTS).toEqual({
    '2026-11-1':
      'By creating an account, you agree that we store your email address, what you enter here, and when and from where you sign in. Members see the blood requests you post and, if you become a donor, your name, role, department, and blood group. Your donor phone number is shown only if you allow it. Admins also see your email address and University ID. You can download or erase your data anytime on your Account page.',
  })
  expect(CONSENT.text).toBe(CONSENT_TEXTS[CONSENT.version])
})
