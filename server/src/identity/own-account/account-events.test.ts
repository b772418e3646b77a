import { changePassword, eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import {
  registerAccount,
  resendVerificationMail,
  resetPassword,
  sendPasswordResetMail,
  verifyEmail,
} from '@blood-bank/contract/passwords/accounts'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { createLog } from '../../platform/http/log.ts'
import { PASSWORD, startTestApp, tokenIn } from '../../testing/test-app.ts'

const lines: string[] = []
const bank = await startTestApp(
  {},
  { log: createLog({ logLevel: 'info' }, { write: line => void lines.push(line) }) },
)

/** The events recorded since the last call, without the fields that every log line has. */
const newEvents = () =>
  lines
    .splice(0)
    .map(line => JSON.parse(line))
    .filter(({ securityEvent }) => securityEvent)
    .map(({ level, time, pid, hostname, msg, ...event }) => event)

test('security events of an account have its id, and not its address', async () => {
  const email = 'rima@example.edu'
  const rima = bank.stranger()
  await rima.call(registerAccount, { body: { email, password: PASSWORD } })
  const { body } = await rima.call(signIn, { body: { email, password: PASSWORD } })
  const userId = body.user?.id
  await rima.call(resendVerificationMail)
  const verification = tokenIn((await bank.mailsTo(email)).at(-1))
  await rima.call(verifyEmail, { body: { token: verification } })
  await rima.call(changePassword, { body: { currentPassword: PASSWORD, newPassword: 'another one' } })
  await rima.call(sendPasswordResetMail, { body: { email } })
  const reset = tokenIn((await bank.mailsTo(email)).at(-1))
  await rima.call(resetPassword, { body: { token: reset, newPassword: PASSWORD } })
  await rima.call(signIn, { body: { email, password: PASSWORD } })
  await rima.call(eraseOwnAccount, { body: { password: PASSWORD } })
  const text = lines.join('')
  expect(newEvents()).toEqual([
    { securityEvent: 'registered', userId },
    { securityEvent: 'signed-in', userId },
    { securityEvent: 'email-verified', userId },
    { securityEvent: 'password-changed', userId },
    { securityEvent: 'password-reset', userId },
    { securityEvent: 'signed-in', userId },
    { securityEvent: 'account-erased', userId },
  ])
  expect(text).not.toContain('rima')
})

test('registering a known address records no registration', async () => {
  const { email } = await bank.newMember()
  await bank.stranger().call(registerAccount, { body: { email, password: PASSWORD } })
  expect(newEvents()).toEqual([])
})

test('failures are recorded with the account, if there is one, and so is the start of each pause', async () => {
  const { id: userId, email } = await bank.newMember()
  const guess = (email: string) =>
    bank.stranger().call(signIn, { body: { email, password: 'a wrong guess' } })
  for (let time = 0; time < 8; time += 1) await guess(email)
  const failed = { securityEvent: 'sign-in-failed', userId }
  const paused = { securityEvent: 'sign-in-paused', userId, limit: 'signInsPerMinute', isKnownBrowser: false }
  expect(newEvents()).toEqual([failed, failed, failed, failed, failed, paused])

  for (let time = 0; time < 7; time += 1) await guess('nobody@example.edu')
  const unknown = Array(5).fill({ securityEvent: 'sign-in-failed', userId: null })
  expect(newEvents()).toEqual([...unknown, { ...paused, userId: null }])
})
