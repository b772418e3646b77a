import { CONSENT } from '@blood-bank/contract/own-account/consent'
import { agreeToConsent, readOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { registerAccount } from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import type { Person } from '../../testing/person.ts'
import { startTestApp, PASSWORD as TEST_PASSWORD } from '../../testing/test-app.ts'

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

const agree = (person: Person, version: string = CONSENT.version) =>
  person.call(agreeToConsent, { body: { version } })

/** A member who agreed to the first text. */
async function someoneFromBefore() {
  const rima = await bank.signedInAs()
  await bank.db.deleteFrom('consents').where('userId', '=', rima.id).execute()
  await bank.db.insertInto('consents').values({ userId: rima.id, version: '2026-11-1' }).execute()
  return rima
}

test('only people with an older consent are asked, until they agree', async () => {
  const current = await bank.signedInAs()
  expect((await current.call(readSession)).body.isConsentDue).toBeUndefined()
  const rima = await someoneFromBefore()
  const again = await bank.signIn(rima.user?.email ?? '')
  expect((await rima.call(readSession)).body).toEqual({ user: rima.user, isConsentDue: true })
  const reply = await agree(rima)
  expect([reply.status, reply.body]).toEqual([
    201,
    { version: CONSENT.version, text: CONSENT.text, agreedAt: expect.any(String) },
  ])
  for (const browser of [rima, again])
    expect((await browser.call(readSession)).body.isConsentDue).toBeUndefined()
  expect((await rima.call(readOwnAccount)).body.consent).toEqual(reply.body)
})

test('the reply to signing in tells it, too', async () => {
  const rima = await someoneFromBefore()
  const credentials = { email: rima.user?.email ?? '', password: TEST_PASSWORD }
  expect((await bank.stranger().call(signIn, { body: credentials })).body.isConsentDue).toBe(true)
})

test('agreeing twice keeps the first time, and the older consent stays', async () => {
  const rima = await someoneFromBefore()
  const first = (await agree(rima)).body
  expect((await agree(rima)).body).toEqual(first)
  const versions = await bank.db
    .selectFrom('consents')
    .select('version')
    .where('userId', '=', rima.id)
    .execute()
  expect(versions.map(({ version }) => version).sort()).toEqual(['2026-11-1', CONSENT.version])
})

test('nobody agrees to another text than the current one', async () => {
  const rima = await someoneFromBefore()
  for (const version of ['2026-11-1', '2099-1-1', ''])
    expect(await agree(rima, version)).toRefuse('consent-text-changed')
  expect((await rima.call(readSession)).body.isConsentDue).toBe(true)
})
