import { resendVerificationMail } from '@blood-bank/contract/passwords/accounts'
import { afterEach, expect, test, vi } from 'vitest'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
afterEach(() => {
  vi.useRealTimers()
})

test('the verification mail is sent again on demand', async () => {
  const rima = await bank.signedInAs({ email: 'rima@example.edu', emailVerified: false })
  const reply = await rima.call(resendVerificationMail)
  expect([reply.status, reply.body]).toEqual([
    202,
    { message: 'Verification email resent! Please check your inbox (and spam folder).' },
  ])
  expect(await bank.mailsTo('rima@example.edu')).toHaveLength(1)
})

test('the fourth request within a quarter of an hour is refused with Retry-After', async () => {
  const rima = await bank.signedInAs({ email: 'often@example.edu', emailVerified: false })
  const nadia = await bank.signedInAs({ emailVerified: false })
  for (let time = 1; time <= 3; time += 1) expect((await rima.call(resendVerificationMail)).status).toBe(202)
  const refused = await rima.call(resendVerificationMail)
  expect(refused).toRefuse(
    'resent-too-recently',
    'Failed to resend verification email. You may have resent too recently, or an error occurred.',
  )
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(900)
  expect(await bank.mailsTo('often@example.edu')).toHaveLength(3)
  expect((await nadia.call(resendVerificationMail)).status).toBe(202)
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
  expect((await rima.call(resendVerificationMail)).status).toBe(202)
})

test('a verified user gets no mail', async () => {
  const rima = await bank.signedInAs({ email: 'verified@example.edu' })
  expect(await rima.call(resendVerificationMail)).toRefuse('email-already-verified')
  expect(await bank.mailsTo('verified@example.edu')).toEqual([])
})

test('a mail requested before the verification is not sent after it', async () => {
  const rima = await bank.signedInAs({ email: 'meanwhile@example.edu', emailVerified: false })
  await rima.call(resendVerificationMail)
  await bank.db.updateTable('users').set({ emailVerified: true }).where('id', '=', rima.id).execute()
  expect(await bank.mailsTo('meanwhile@example.edu')).toEqual([])
})
