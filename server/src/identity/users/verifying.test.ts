import {
  registerAccount,
  resendVerificationMail,
  resetPassword,
  sendPasswordResetMail,
  verifyEmail,
} from '@blood-bank/contract/passwords/accounts'
import { allowSecondAccount, listUsers } from '@blood-bank/contract/users/administration'
import { expect, test } from 'vitest'
import { claimAnew, claimsAt } from '../../testing/listed-donors.ts'
import { PASSWORD, startTestApp, tokenIn } from '../../testing/test-app.ts'

const bank = await startTestApp({ ALLOWED_EMAIL_DOMAINS: 'example.edu', MAILS_PER_QUARTER_HOUR: '0' })
const admin = await bank.signedInAs({ email: 'admin@example.edu', role: 'admin' })
const { imported } = claimsAt(bank)

const REFUSED = 'This mailbox already has an account here. Sign in with it, or ask an admin.'

/** Registers an address; then the browser that registered, and the token of the link. */
async function registered(email: string) {
  const browser = bank.stranger()
  await browser.call(registerAccount, { body: { email, password: PASSWORD } })
  return { browser, token: tokenIn((await bank.mailsTo(email)).at(-1)) }
}

const verifiedOf = async (mailbox: string) =>
  (
    await bank.db
      .selectFrom('users')
      .select('email')
      .where('mailbox', '=', mailbox)
      .where('emailVerified', '=', true)
      .execute()
  ).map(({ email }) => email)

const listed = async (email: string) => {
  const { body } = await admin.call(listUsers, { query: { search: email } })
  return body.records.find(user => user.email === email)
}
const allow = (id = '') => admin.call(allowSecondAccount, { params: { id } })

test('a second account of a mailbox is refused when it is verified, by each way, until an admin lets it in', async () => {
  const first = await registered('rima@example.edu')
  const second = await registered('rima+2@example.edu')
  expect((await first.browser.call(verifyEmail, { body: { token: first.token } })).status).toBe(200)
  const press = () => second.browser.call(verifyEmail, { body: { token: second.token } })
  expect(await press()).toRefuse('mailbox-has-account', REFUSED)
  // Whoever has not proved to be the account's owner learns nothing.
  expect(await bank.stranger().call(verifyEmail, { body: { token: second.token } })).toRefuse(
    'password-needed',
  )
  await bank.stranger().call(sendPasswordResetMail, { body: { email: 'rima+2@example.edu' } })
  const reset = {
    token: tokenIn((await bank.mailsTo('rima+2@example.edu')).at(-1)),
    newPassword: 'another one',
  }
  expect(await bank.stranger().call(resetPassword, { body: reset })).toRefuse('mailbox-has-account', REFUSED)
  expect(await verifiedOf('rima@example.edu')).toEqual(['rima@example.edu'])

  const waiting = await listed('rima+2@example.edu')
  expect(waiting).toMatchObject({ isSecondAccount: true, emailVerified: false })
  expect((await allow(waiting?.id)).body).toMatchObject({ isSecondAccount: false, emailVerified: false })
  expect(await allow(waiting?.id)).toRefuse('not-a-second-account')
  expect((await press()).status).toBe(200)
  expect(await verifiedOf('rima@example.edu')).toEqual(['rima@example.edu', 'rima+2@example.edu'])
  const entries = await bank.db
    .selectFrom('auditEntries')
    .selectAll()
    .where('targetId', '=', waiting?.id ?? '')
    .execute()
  expect(entries).toMatchObject([{ actorId: admin.id, action: 'second-account-allowed' }])
})

test('an imported profile of a second address is not claimed, and stays', async () => {
  await bank.newMember({ email: 'nadia@example.edu' })
  const { email, token } = await imported({ email: 'nadia+list@example.edu' })
  expect(await claimAnew(bank.stranger(), token)).toRefuse('mailbox-has-account', REFUSED)
  expect(await verifiedOf('nadia@example.edu')).toEqual(['nadia@example.edu'])
  expect(
    await bank.db.selectFrom('keptDonors').select('email').where('email', '=', email).execute(),
  ).toHaveLength(1)
})

test('of two accounts of a mailbox that are verified at the same moment one is', async () => {
  const both = [await registered('karim+1@example.edu'), await registered('karim+2@example.edu')]
  const replies = await Promise.all(
    both.map(({ browser, token }) => browser.call(verifyEmail, { body: { token } })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await verifiedOf('karim@example.edu')).toHaveLength(1)
})

test('accounts that exist stay, and an account whose mailbox nobody has proved keeps nobody out', async () => {
  const [one] = [
    await bank.newMember({ email: 'old+1@example.edu' }),
    await bank.newMember({ email: 'old+2@example.edu' }),
  ]
  expect(await listed(one.email)).toMatchObject({ isSecondAccount: false })
  await bank.stranger().call(sendPasswordResetMail, { body: { email: one.email } })
  const token = tokenIn((await bank.mailsTo(one.email)).at(-1))
  expect(
    (await bank.stranger().call(resetPassword, { body: { token, newPassword: 'another one' } })).status,
  ).toBe(200)

  await registered('victim+1@example.edu')
  const victim = await registered('victim@example.edu')
  expect(await listed('victim@example.edu')).toMatchObject({ isSecondAccount: false })
  expect((await victim.browser.call(verifyEmail, { body: { token: victim.token } })).status).toBe(200)
})

test('where everybody may register, a mailbox may have several accounts', async () => {
  const open = await startTestApp()
  await open.newMember({ email: 'rima@example.edu' })
  const rima = await open.signedInAs({ email: 'rima+2@example.edu', emailVerified: false })
  await rima.call(resendVerificationMail)
  const token = tokenIn((await open.mailsTo('rima+2@example.edu')).at(-1))
  expect((await rima.call(verifyEmail, { body: { token } })).status).toBe(200)
})
