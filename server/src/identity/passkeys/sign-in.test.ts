import { MINUTE_MS } from '@blood-bank/contract/durations'
import { exportOwnAccount } from '@blood-bank/contract/own-account/account-export'
import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import {
  confirmWithPasskey,
  listPasskeys,
  prepareNewPasskey,
  preparePasskeySignIn,
  removePasskey,
  signInWithPasskey,
} from '@blood-bank/contract/passkeys/endpoints'
import { resetPassword, sendPasswordResetMail } from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { suspendUser } from '@blood-bank/contract/users/administration'
import { expect, test } from 'vitest'
import { createLog } from '../../platform/http/log.ts'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { addPasskeyOf, confirmWith, signInWith } from '../../testing/passkeys.ts'
import { cookieNamed } from '../../testing/person.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { PASSWORD, startTestApp, tokenIn } from '../../testing/test-app.ts'

const SETTINGS = { STRANGERS_SIGN_INS_PER_HOUR: '3', SESSIONS_PER_ACCOUNT: '3' }
const lines: string[] = []
const log = createLog({ logLevel: 'info' }, { write: line => void lines.push(line) })
const database = await createTestDatabase()
const bank = await startTestApp(SETTINGS, { log, database })
const otherServer = await bank.anotherServer()

/** A member with a passkey on a device. */
async function aMemberWithPasskey(email?: string) {
  const member = await bank.signedInAs(email === undefined ? {} : { email })
  return { member, ...(await addPasskeyOf(member)) }
}

test('a passkey signs in without an address or a password, and makes the browser a known one', async () => {
  const email = 'rima@example.edu'
  const { member, device } = await aMemberWithPasskey(email)
  const phone = bank.stranger()
  lines.length = 0
  const reply = await signInWith(phone, device)
  expect([reply.status, reply.body.user]).toEqual([201, member.user])
  expect((await phone.call(readSession)).body.user?.id).toBe(member.id)
  expect((await member.call(listPasskeys)).body.passkeys[0]?.lastUsedAt).not.toBeNull()
  expect(lines.join()).toContain(`"securityEvent":"signed-in","userId":"${member.id}","isPasskey":true`)
  // Strangers who use up their attempts do not slow down a browser that has signed in with a passkey.
  const guess = (password: string) => ({ body: { email, password } })
  for (let time = 0; time < 4; time += 1)
    await bank.stranger(`10.0.0.${time}`).call(signIn, guess('a wrong guess'))
  expect(await bank.stranger('10.0.0.9').call(signIn, guess(PASSWORD))).toRefuse(
    'too-many-attempts',
    expect.any(String),
  )
  expect((await phone.call(signIn, guess(PASSWORD))).status).toBe(201)
  expect((await signInWith(bank.stranger('10.0.0.9'), device)).status).toBe(201)
})

test('the session that the browser had before ends, and so does the oldest of too many', async () => {
  const [{ member, device }, karim] = [await aMemberWithPasskey(), await bank.signedInAs()]
  const before = cookieNamed(karim, 'bloodbank.session')
  await signInWith(karim, device)
  const old = Object.assign(bank.stranger(), { cookie: before })
  expect((await old.call(readSession)).body.user).toBeNull()
  for (let time = 0; time < 2; time += 1) await signInWith(bank.stranger(), device)
  expect((await member.call(readSession)).body.user).toBeNull()
  expect((await karim.call(readSession)).body.user?.id).toBe(member.id)
})

test('a signed use works once, also when it is sent to two servers at the same time', async () => {
  const { device } = await aMemberWithPasskey()
  const { body: options } = await bank.stranger().call(preparePasskeySignIn)
  const body = device.use(options)
  const replies = await Promise.all(
    [bank, otherServer, bank, otherServer].map(server => server.stranger().call(signInWithPasskey, { body })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403])
  expect(await bank.stranger().call(signInWithPasskey, { body })).toRefuse('passkey-not-accepted')
  // A device that does not count sends 0 each time; then only the challenge tells that it is a replay.
  const uncounted = await aMemberWithPasskey()
  const again = uncounted.device.use((await bank.stranger().call(preparePasskeySignIn)).body, { counter: 0 })
  expect((await bank.stranger().call(signInWithPasskey, { body: again })).status).toBe(201)
  expect(await bank.stranger().call(signInWithPasskey, { body: again })).toRefuse('passkey-not-accepted')
})

test('a use that is not for this site, this moment and this account is refused, always in the same words', async () => {
  const { device } = await aMemberWithPasskey()
  const other = await aMemberWithPasskey()
  const stranger = bank.stranger()
  const { body: options } = await stranger.call(preparePasskeySignIn)
  const idOf = (authenticator: typeof device) => authenticator.credentials[0]?.id.toString('base64url') ?? ''
  const handle = other.device.credentials[0]?.userHandle ?? ''
  const unknown = createAuthenticator()
  unknown.credentials.push(...device.credentials.map(one => ({ ...one, id: Buffer.alloc(32) })))
  const faulty = [
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:5173' },
    { rpId: 'evil.example' },
    { isUserVerified: false },
    { challenge: 'bm90IG91cnM' },
    { credentialId: idOf(other.device) },
    { userHandle: handle },
  ]
  const bodies = [...faulty.map(deviation => device.use(options, deviation)), unknown.use(options)]
  const replies = []
  // Each from its own network: five faults would start a pause.
  for (const [at, body] of bodies.entries())
    replies.push(await bank.stranger(`10.1.${at}.1`).call(signInWithPasskey, { body }))
  for (const { status, error } of replies)
    expect([status, error]).toEqual([403, { code: 'passkey-not-accepted', message: expect.any(String) }])
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  const late = (await stranger.call(preparePasskeySignIn)).body
  bank.advance(6 * MINUTE_MS)
  expect(await stranger.call(signInWithPasskey, { body: device.use(late) })).toRefuse('passkey-not-accepted')
  bank.advance(-6 * MINUTE_MS)
})

test('a challenge is for one purpose, and a passkey confirms for its owner alone', async () => {
  const { member, device } = await aMemberWithPasskey()
  const { body: options } = await member.send('POST', '/api/accounts/mine/passkey-confirmations/options')
  const { challenge } = options as { challenge: string }
  const body = device.use({ challenge })
  expect(await bank.stranger().call(signInWithPasskey, { body })).toRefuse('passkey-not-accepted')
  const { body: forNew } = await member.call(prepareNewPasskey)
  expect(await member.call(confirmWithPasskey, { body: device.use(forNew) })).toRefuse('passkey-not-accepted')
  const other = await aMemberWithPasskey()
  bank.advance(16 * MINUTE_MS)
  expect(await confirmWith(member, other.device)).toRefuse('passkey-not-accepted')
  expect(await member.call(prepareNewPasskey)).toRefuse('password-confirmation-needed')
  expect((await confirmWith(member, device)).status).toBe(204)
  expect((await member.call(prepareNewPasskey)).status).toBe(200)
  bank.advance(-16 * MINUTE_MS)
})

test('a passkey whose counter has not grown may be a copy: it is refused', async () => {
  const { device } = await aMemberWithPasskey()
  const use = async (counter: number) => {
    const person = bank.stranger()
    const { body: options } = await person.call(preparePasskeySignIn)
    return person.call(signInWithPasskey, { body: device.use(options, { counter }) })
  }
  expect((await use(7)).status).toBe(201)
  for (const counter of [7, 6, 0]) expect(await use(counter)).toRefuse('passkey-not-accepted')
  expect((await use(8)).status).toBe(201)
})

test('wrong uses are slowed down, for one network and not for the password', async () => {
  const email = 'slow@example.edu'
  const { device } = await aMemberWithPasskey(email)
  const attempt = async (address: string, deviation = {}) => {
    const person = bank.stranger(address)
    const { body: options } = await person.call(preparePasskeySignIn)
    return person.call(signInWithPasskey, { body: device.use(options, deviation) })
  }
  for (let time = 0; time < 5; time += 1)
    expect(await attempt('10.2.0.1', { origin: 'https://evil.example' })).toRefuse('passkey-not-accepted')
  const paused = await attempt('10.2.0.1')
  expect(paused).toRefuse('too-many-attempts')
  expect(Number(paused.headers['retry-after'])).toBeGreaterThan(50)
  expect((await attempt('10.2.0.2')).status).toBe(201)
  expect((await bank.stranger('10.2.0.1').call(signIn, { body: { email, password: PASSWORD } })).status).toBe(
    201,
  )
})

test('everybody gets the same options, which name no passkey', async () => {
  const { member } = await aMemberWithPasskey()
  const options = []
  for (const person of [bank.stranger(), member]) options.push((await person.call(preparePasskeySignIn)).body)
  for (const { challenge, ...rest } of options)
    expect([challenge.length > 60, rest]).toEqual([
      true,
      { rpId: 'localhost', timeout: 300_000, userVerification: 'required', allowCredentials: [] },
    ])
})

test('a suspended person learns it, and can still download their data', async () => {
  const [{ member, device }, admin] = [await aMemberWithPasskey(), await bank.signedInAs({ role: 'admin' })]
  const body = { reason: 'other', note: null } as const
  await admin.call(suspendUser, { params: { id: member.id }, body })
  const phone = bank.stranger()
  expect(await signInWith(phone, device)).toRefuse('account-suspended')
  expect((await phone.call(exportOwnAccount)).status).toBe(200)
})

test('the passkey of an erased account or one that was removed does not sign in', async () => {
  const [erased, removed] = [await aMemberWithPasskey(), await aMemberWithPasskey()]
  await erased.member.call(eraseOwnAccount, { body: { password: PASSWORD } })
  await removed.member.call(removePasskey, { params: { id: removed.id } })
  for (const { device } of [erased, removed])
    expect(await signInWith(bank.stranger(), device)).toRefuse('passkey-not-accepted')
})

test('a reset by mail ends all sessions and keeps the passkeys, which the notice lists', async () => {
  const email = 'reset@example.edu'
  const { member, device } = await aMemberWithPasskey(email)
  const phone = bank.stranger()
  await signInWith(phone, device)
  // The notice about the passkey is sent.
  await bank.mailsTo(email)
  await bank.stranger().call(sendPasswordResetMail, { body: { email } })
  const token = tokenIn((await bank.mailsTo(email)).at(-1))
  await bank.stranger().call(resetPassword, { body: { token, newPassword: 'battery staple' } })
  for (const person of [member, phone]) expect((await person.call(readSession)).body.user).toBeNull()
  const notice = (await bank.mailsTo(email)).at(-1)
  expect(notice?.subject).toBe('Your password was changed · University Blood Bank')
  expect(notice?.text).toMatch(
    /can sign in to your account: “Browser”, added .+\. On your Account page, remove those that are not yours/,
  )
  expect((await signInWith(phone, device)).status).toBe(201)
})

test('at another host name the passkey does not work, and the list says where it did', async () => {
  const { member, device } = await aMemberWithPasskey()
  const moved = await startTestApp({ PUBLIC_URL: 'http://127.0.0.1.localhost:3000' }, { database })
  const there = Object.assign(moved.stranger(), { cookie: member.cookie })
  const { passkeys } = (
    await there.send('GET', listPasskeys.path, { headers: { origin: moved.config.publicUrl } })
  ).body as { passkeys: unknown[] }
  expect(passkeys).toEqual([expect.objectContaining({ formerHost: 'localhost' })])
  const headers = { origin: moved.config.publicUrl }
  const { body: options } = await there.send('POST', preparePasskeySignIn.path, { headers })
  const body = device.use(options as { challenge: string })
  expect(await there.send('POST', signInWithPasskey.path, { headers, body })).toRefuse('passkey-not-accepted')
})
