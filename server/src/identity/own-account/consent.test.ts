import { registerAccount } from '@blood-bank/contract/accounts'
import { CONSENT } from '@blood-bank/contract/consent'
import { readOwnAccount } from '@blood-bank/contract/own-account'
import { signIn } from '@blood-bank/contract/sessions'
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const PASSWORD = 'a long secret'

const register = (email: string, more: object = {}) =>
  bank.stranger().send('POST', registerAccount.path, { body: { email, password: PASSWORD, ...more } })

const consentsTo = (email: string) =>
  bank.db
    .selectFrom('consents')
    .innerJoin('users', 'users.id', 'consents.userId')
    .select(['version', 'agreedAt'])
    .where('email', '=', email)
    .execute()

test('a registration records consent to the current text, which the account page shows with its time', async () => {
  const before = Date.now()
  await register('rima@example.edu')
  const rima = bank.stranger()
  await rima.call(signIn, { body: { email: 'rima@example.edu', password: PASSWORD } })
  const { body } = await rima.call(readOwnAccount)
  expect(body).toEqual({
    email: 'rima@example.edu',
    createdAt: expect.any(String),
    consent: { version: CONSENT.version, text: CONSENT.text, agreedAt: expect.any(String) },
  })
  const agreedAt = Date.parse(body.consent?.agreedAt ?? '')
  expect(agreedAt).toBeGreaterThan(before - 1000)
  expect(agreedAt).toBeLessThan(Date.now() + 1000)
})

test('the page cannot choose the version of the consent', async () => {
  const reply = await register('nadia@example.edu', { version: '2020-1-1' })
  expect(reply).toRefuse('invalid-input', 'version cannot be set here.')
  expect(await consentsTo('nadia@example.edu')).toEqual([])
})

test('registering a known address records no consent for its account', async () => {
  await register('karim@example.edu')
  const before = await consentsTo('karim@example.edu')
  await register('karim@example.edu')
  expect(before).toHaveLength(1)
  expect(await consentsTo('karim@example.edu')).toEqual(before)
})

test('an account older than the records of consent has none', async () => {
  const rima = await bank.signedInAs()
  await bank.db.deleteFrom('consents').where('userId', '=', rima.id).execute()
  expect((await rima.call(readOwnAccount)).body.consent).toBeNull()
})
