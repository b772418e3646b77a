import { closeBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { exportOwnAccount } from '@blood-bank/contract/own-account/account-export'
import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { addPasskey, prepareNewPasskey, removePasskey } from '@blood-bank/contract/passkeys/endpoints'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { readOverview } from '@blood-bank/contract/site/overview'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { runAdmin } from '../operations/cli/admin-command.ts'
import { createAuthenticator } from '../testing/authenticator.ts'
import { PUBLIC_SITE } from '../testing/environments/public-site.ts'
import { everyEndpoint, pathOf } from '../testing/http/every-endpoint.ts'
import { addPasskeyOf, confirmWith, signInWith } from '../testing/passkeys.ts'
import { aBloodRequest, type Person } from '../testing/person.ts'
import { PASSWORD, startTestApp } from '../testing/test-app.ts'

const bank = await startTestApp({ ADMINS_NEED_PASSKEY: 'true' })

const sessionOf = async (person: Person) => {
  const { user, passkeyDue } = (await person.call(readSession)).body
  return [user?.role, passkeyDue]
}
const newOptions = async (person: Person) => (await person.call(prepareNewPasskey)).body

test('an admin who signs in with the password has the rights of a member until they add a passkey', async () => {
  const admin = await bank.signIn((await bank.newMember({ role: 'admin' })).email)
  expect(admin.user?.role).toBe('user')
  expect(await sessionOf(admin)).toEqual(['user', 'add'])
  for (const endpoint of await everyEndpoint())
    if (endpoint.access === 'admin')
      expect(await admin.send(endpoint.method, pathOf(endpoint))).toRefuse('admin-passkey-needed')
  // Admins may close the requests of others, by an endpoint that is not for admins alone.
  const rima = await bank.signedInAs()
  const { body: posted } = await rima.call(postBloodRequest, { body: aBloodRequest() })
  const close = () =>
    admin.call(closeBloodRequest, {
      params: { id: posted.id },
      body: { status: 'cancelled', reason: 'not-real' },
    })
  expect((await close()).status).toBe(403)
  expect((await admin.call(exportOwnAccount)).body.account.role).toBe('admin')

  await addPasskeyOf(admin)
  expect(await sessionOf(admin)).toEqual(['admin', undefined])
  expect((await admin.call(readOverview)).status).toBe(200)
  expect((await close()).status).toBe(200)
})

test('an admin with a passkey is one in the sessions in which it is used, and in no others', async () => {
  const email = 'head@example.edu'
  const admin = await bank.signedInAs({ email, role: 'admin' })
  const { id, device } = await addPasskeyOf(admin)
  const byPasskey = bank.stranger()
  expect((await signInWith(byPasskey, device)).body).toMatchObject({ user: { role: 'admin' } })
  const byPassword = await bank.signIn(email)
  expect(await sessionOf(byPassword)).toEqual(['user', 'use'])
  expect(await byPassword.call(readOverview)).toRefuse('admin-passkey-needed')
  expect((await confirmWith(byPassword, device)).status).toBe(204)
  expect((await byPassword.call(readOverview)).status).toBe(200)
  expect((await admin.call(removePasskey, { params: { id } })).status).toBe(204)
  expect(await sessionOf(admin)).toEqual(['user', 'add'])
  expect(await admin.call(readOverview)).toRefuse('admin-passkey-needed')
})

test("whoever has only an admin's password can neither add a passkey nor remove the admin's", async () => {
  const email = 'robbed@example.edu'
  const admin = await bank.signedInAs({ email, role: 'admin' })
  const thief = await bank.signIn(email)
  const early = await newOptions(thief)
  const { id } = await addPasskeyOf(admin)
  expect(await thief.call(prepareNewPasskey)).toRefuse('passkey-confirmation-needed')
  const body = createAuthenticator().create(early)
  expect(await thief.call(addPasskey, { body })).toRefuse('passkey-confirmation-needed')
  expect(await thief.call(removePasskey, { params: { id } })).toRefuse('passkey-confirmation-needed')
})

test("an admin's account is erased only in a session in which a passkey was used", async () => {
  const email = 'leaving@example.edu'
  const admin = await bank.signedInAs({ email, role: 'admin' })
  const erase = (person: Person) => person.call(eraseOwnAccount, { body: { password: PASSWORD } })
  expect(await erase(admin)).toRefuse('admin-passkey-needed')
  const { device } = await addPasskeyOf(admin)
  const thief = await bank.signIn(email)
  expect(await erase(thief)).toRefuse('admin-passkey-needed')
  expect(await sessionOf(admin)).toEqual(['admin', undefined])
  await confirmWith(thief, device)
  await bank.signedInAs({ role: 'admin' })
  expect((await erase(thief)).status).toBe(200)
})

test('a member needs no passkey', async () => {
  const rima = await bank.signedInAs()
  const { id } = await addPasskeyOf(rima)
  const elsewhere = await bank.signIn(rima.user?.email ?? '')
  expect(await sessionOf(elsewhere)).toEqual(['user', undefined])
  expect((await elsewhere.call(removePasskey, { params: { id } })).status).toBe(204)
})

test('an operator removes the passkeys of an admin who has lost them; the admin adds a new one', async () => {
  const email = 'lost@example.edu'
  const admin = await bank.signedInAs({ email, role: 'admin' })
  const { device } = await addPasskeyOf(admin)
  const again = await bank.signIn(email)
  expect(await again.call(prepareNewPasskey)).toRefuse('passkey-confirmation-needed')
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  const run = () => runAdmin(bank.db, ['remove-passkeys', email], { config: bank.config, print })
  expect([await run(), await run()]).toEqual([0, 0])
  expect(printed).toEqual([
    `${email} has no passkey any more: 1 removed. They sign in with their password and add a new one.`,
    `${email} has no passkey.`,
  ])
  const subjects = (await bank.mailsTo(email)).map(({ subject }) => subject)
  expect(subjects).toContainEqual(expect.stringContaining('A passkey was removed'))
  expect(await signInWith(bank.stranger(), device)).toRefuse('passkey-not-accepted')
  await addPasskeyOf(again)
  expect((await again.call(readOverview)).status).toBe(200)
})

test.each(['http://192.168.1.5', 'https://192.168.1.5', 'https://[2001:db8::1]', 'http://blood.example.edu'])(
  'at %s, where no browser offers passkeys, admins cannot be required to have one',
  url => {
    const environment = { ...PUBLIC_SITE, PUBLIC_URL: url, ADMINS_NEED_PASSKEY: 'true', ALLOW_HTTP: 'true' }
    const message =
      'ADMINS_NEED_PASSKEY needs a PUBLIC_URL with https and a host name, because browsers require it.'
    expect(() => readConfig(environment)).toThrow(message)
    expect(readConfig({ ...environment, ADMINS_NEED_PASSKEY: 'false' }).passkeys.rpId).toBeTruthy()
  },
)
