import { expect, test } from 'vitest'
import {
  allowsAlerts,
  allowsCallNotes,
  allowsNumberReveals,
  CONSENT,
  CONSENT_POINT,
  CONSENT_TEXTS,
  isCurrentConsent,
} from './consent.ts'

test('a published consent text never changes', () => {
  expect(CONSENT_TEXTS).toEqual({
    '2026-11-1':
      'By creating an account, you agree that we store your email address, what you enter here, and when and from where you sign in. Members see the blood requests you post and, if you become a donor, your name, role, department, and blood group. Your donor phone number is shown only if you allow it. Admins also see your email address and University ID. You can download or erase your data anytime on your Account page.',
    '2026-11-2':
      'By having an account, you agree that we store your email address, what you enter here, and when and from where you sign in. Members see the blood requests you post and, if you become a donor, your name, role, department, blood group, and the date from which you can donate again. Searches show your donor phone number only if you allow it. When you offer to donate, the member who posted the request sees your name and number until the request closes or you withdraw, and for up to 48 hours after you donate. Admins also see your email address and University ID. They can look up your donor phone number: every look is recorded, and you see it on your Account page. You can download or erase your data anytime on your Account page.',
    '2026-11-3':
      'By having an account, you agree that we store your email address, what you enter here, and when and from where you sign in. Members see the blood requests you post and, if you become a donor, your name, role, department, blood group, and the date from which you can donate again. If you become a donor, we email you when somebody needs blood that you can give: at most twice a week unless you choose otherwise. These alerts are on until you turn them off: with the link in each email, or on your Account page, where you can also pause them or choose how often they come. Searches show your donor phone number only if you allow it. When you offer to donate, the member who posted the request sees your name and number until the request closes or you withdraw, and for up to 48 hours after you donate. Admins also see your email address and University ID. They can look up your donor phone number: every look is recorded, and you see it on your Account page. You can download or erase your data anytime on your Account page.',
    '2026-11-4': `By having an account, you agree to three points:
• We store your email address, what you enter here, and when and from where you sign in. You can download or erase your data anytime on your Account page.
• Members see the blood requests you post and, if you become a donor, your name, role, department, blood group, and the date from which you can donate again. Searches show your donor phone number only if you allow it. When you offer to donate, the member who posted the request sees your name and number until the request closes or you withdraw, and for up to 48 hours after you donate. Admins also see your email address and University ID. They can look up your donor phone number: every look is recorded, and you see it on your Account page.
• If you become a donor, we email you when somebody needs blood that you can give: at most twice a week unless you choose otherwise. These alerts are on until you turn them off: with the link in each email, or on your Account page, where you can also pause them or choose how often they come.`,
    '2026-11-5': `By having an account, you agree to three points:
• We store your email address, what you enter here, and when and from where you sign in. You can download or erase your data anytime on your Account page.
• Members see the blood requests you post and, if you become a donor, your name, role, department, blood group, and the date from which you can donate again. Searches show your donor phone number only if you allow it. Coordinators of the club also see your hall, if you choose one. They may call the number that you show, and note that they called and what came of it. We keep these notes for 30 days, and they are in the download of your data. When you offer to donate, the member who posted the request sees your name and number until the request closes or you withdraw, and for up to 48 hours after you donate. Admins also see your email address and University ID. They can look up your donor phone number: every look is recorded, and you see it on your Account page.
• If you become a donor, we email you when somebody needs blood that you can give: at most twice a week unless you choose otherwise. These alerts are on until you turn them off: with the link in each email, or on your Account page, where you can also pause them or choose how often they come.`,
  })
  expect(CONSENT.text).toBe(CONSENT_TEXTS[CONSENT.version])
})

test.each([
  [null, { isCurrent: false, reveals: false, alerts: false, calls: false }],
  ['2020-1-1', { isCurrent: false, reveals: false, alerts: false, calls: false }],
  ['2026-11-1', { isCurrent: false, reveals: false, alerts: false, calls: false }],
  ['2026-11-2', { isCurrent: false, reveals: true, alerts: false, calls: false }],
  ['2026-11-3', { isCurrent: false, reveals: true, alerts: true, calls: false }],
  ['2026-11-4', { isCurrent: false, reveals: true, alerts: true, calls: false }],
  ['2026-11-5', { isCurrent: true, reveals: true, alerts: true, calls: true }],
])('what whoever agreed to version %s agreed to: %j', (version, { isCurrent, reveals, alerts, calls }) => {
  expect(isCurrentConsent(version)).toBe(isCurrent)
  expect(allowsNumberReveals(version)).toBe(reveals)
  expect(allowsAlerts(version)).toBe(alerts)
  expect(allowsCallNotes(version)).toBe(calls)
})

test('the current text has three points, and every sentence of the one before', () => {
  const [intro, ...points] = CONSENT.text.split(`\n${CONSENT_POINT}`)
  expect([intro, points.length]).toEqual(['By having an account, you agree to three points:', 3])
  const sentences = (CONSENT_TEXTS['2026-11-3'] ?? '').split(/(?<=\.) /)
  for (const sentence of sentences)
    expect(CONSENT.text).toContain(sentence.replace('By having an account, you agree that we', 'We'))
})
