import { MINUTE_MS } from '@blood-bank/contract/durations'
import {
  addPasskey,
  listPasskeys,
  MAX_PASSKEYS,
  prepareNewPasskey,
  removePasskey,
  renamePasskey,
} from '@blood-bank/contract/passkeys/endpoints'
import { listOtherSessions, readSession } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { passWaits } from '../../testing/pass-time.ts'
import { addPasskeyOf, signInWith } from '../../testing/passkeys.ts'
import type { Person } from '../../testing/person.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { optionsForNew } from './options.ts'
import { isWithoutCertificates } from './verify.ts'

const bank = await startTestApp()

const passkeysOf = async (person: Person) => (await person.call(listPasskeys)).body.passkeys
const newOptions = async (person: Person) => (await person.call(prepareNewPasskey)).body
const subjectsTo = async (email: string) => (await bank.mailsTo(email)).map(({ subject }) => subject)

test('a member adds a passkey, names it, removes it, and is told by mail of what can sign in', async () => {
  const email = 'rima@example.edu'
  const rima = await bank.signedInAs({ email })
  expect(await passkeysOf(rima)).toEqual([])
  const { id } = await addPasskeyOf(rima)
  const second = await addPasskeyOf(rima)
  const params = { id }
  expect((await rima.call(renamePasskey, { params, body: { name: 'My phone' } })).body.name).toBe('My phone')
  expect(await passkeysOf(rima)).toEqual([
    { id, name: 'My phone', addedAt: expect.any(String), lastUsedAt: null },
    { id: second.id, name: 'Browser 2', addedAt: expect.any(String), lastUsedAt: null },
  ])
  await passWaits(bank.db)
  const [, notice] = await bank.mailsTo(email)
  expect(notice?.subject).toBe('A passkey was added to your account · University Blood Bank')
  expect(notice?.text).toMatch(/“My phone”, added .+; “Browser 2”, added .+\./)

  expect((await rima.call(removePasskey, { params })).status).toBe(204)
  expect(await rima.call(removePasskey, { params })).toRefuse('passkey-not-found')
  expect(await rima.call(renamePasskey, { params, body: { name: 'Gone' } })).toRefuse('passkey-not-found')
  expect((await bank.mailsTo(email)).at(-1)).toMatchObject({
    subject: 'A passkey was removed from your account · University Blood Bank',
    text: expect.stringContaining('“Browser 2”'),
  })
  expect((await passkeysOf(rima)).map(passkey => passkey.id)).toEqual([second.id])
})

test('whoever adds and removes passkeys in a loop gets an email of each kind at once, and another after five minutes', async () => {
  const email = 'loop@example.edu'
  const rima = await bank.signedInAs({ email })
  for (let time = 0; time < 5; time += 1)
    await rima.call(removePasskey, { params: { id: (await addPasskeyOf(rima)).id } })
  const TOLD = ['added to', 'removed from'].map(
    change => `A passkey was ${change} your account · University Blood Bank`,
  )
  expect(await subjectsTo(email)).toEqual(TOLD)
  await passWaits(bank.db)
  expect(await subjectsTo(email)).toEqual([...TOLD, ...TOLD])
})

test('nobody renames or removes the passkey of somebody else', async () => {
  const [rima, karim] = [await bank.signedInAs(), await bank.signedInAs()]
  const { id } = await addPasskeyOf(rima)
  const before = await passkeysOf(rima)
  expect(await karim.call(renamePasskey, { params: { id }, body: { name: 'Mine' } })).toRefuse(
    'passkey-not-found',
  )
  expect(await karim.call(removePasskey, { params: { id } })).toRefuse('passkey-not-found')
  expect(await passkeysOf(rima)).toEqual(before)
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another site', { rpId: 'evil.example' }],
  ['no fingerprint, face or PIN', { isUserVerified: false }],
  ['a challenge of its own', { challenge: 'bm90IG91cnM' }],
] as const)('a passkey that was created with %s is not accepted', async (_, deviation) => {
  const rima = await bank.signedInAs()
  const body = createAuthenticator().create(await newOptions(rima), deviation)
  expect(await rima.call(addPasskey, { body })).toRefuse('passkey-not-accepted')
  expect(await passkeysOf(rima)).toEqual([])
})

test('a challenge adds one passkey, within five minutes, in the session that asked for it', async () => {
  const email = 'session@example.edu'
  const rima = await bank.signedInAs({ email })
  const elsewhere = await bank.signIn(email)
  const options = await newOptions(rima)
  const add = (person: Person) => person.call(addPasskey, { body: createAuthenticator().create(options) })
  expect(await add(elsewhere)).toRefuse('passkey-not-accepted')
  const replies = await Promise.all([add(rima), add(rima), add(rima)])
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 403, 403])
  const late = await newOptions(rima)
  bank.advance(6 * MINUTE_MS)
  expect(await rima.call(addPasskey, { body: createAuthenticator().create(late) })).toRefuse(
    'passkey-not-accepted',
  )
  bank.advance(-6 * MINUTE_MS)
  expect(await passkeysOf(rima)).toHaveLength(1)
})

test("nobody takes over somebody else's passkey by adding its id", async () => {
  const [rima, karim] = [await bank.signedInAs(), await bank.signedInAs({ email: 'karim@example.edu' })]
  const { device } = await addPasskeyOf(rima)
  const credentialId = device.credentials[0]?.id.toString('base64url') ?? ''
  const body = createAuthenticator().create(await newOptions(karim), { credentialId })
  expect(await karim.call(addPasskey, { body })).toRefuse('passkey-already-added')
  expect(await subjectsTo('karim@example.edu')).toEqual([])
  const reply = await signInWith(bank.stranger(), device)
  expect(reply.body.user?.id).toBe(rima.id)
})

test('a person has at most ten passkeys, also if twelve are added at two servers at once', async () => {
  const rima = await bank.signedInAs()
  const there = Object.assign((await bank.anotherServer()).stranger(), { cookie: rima.cookie })
  const bodies = await Promise.all(
    Array.from({ length: 12 }, async () => createAuthenticator().create(await newOptions(rima))),
  )
  const replies = await Promise.all(
    bodies.map((body, at) => (at % 2 ? rima : there).call(addPasskey, { body })),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(MAX_PASSKEYS)
  expect(await rima.call(prepareNewPasskey)).toRefuse('too-many-passkeys')
  expect(await passkeysOf(rima)).toHaveLength(MAX_PASSKEYS)
})

test('a removed passkey signs out the browsers that used it, except the one that removes it', async () => {
  const rima = await bank.signedInAs()
  const { id, device } = await addPasskeyOf(rima)
  const phone = bank.stranger()
  await signInWith(phone, device)
  expect((await rima.call(listOtherSessions, { query: {} })).body.records).toHaveLength(1)
  await rima.call(removePasskey, { params: { id } })
  expect((await phone.call(readSession)).body.user).toBeNull()
  expect((await rima.call(readSession)).body.user?.id).toBe(rima.id)
  expect(await signInWith(phone, device)).toRefuse('passkey-not-accepted')
})

const options = optionsForNew(
  'a challenge',
  { rpId: 'localhost', brandName: 'Blood Bank' },
  { userHandle: 'a4d6ee51-8f2b-4a8e-9d3c-1f6d9c1f7a10', email: 'rima@example.edu', passkeys: [] },
)

test.each([
  ['none', {}, true],
  ['one with a certificate, which could name addresses to fetch', { hasCertificate: true }, false],
])('of attestations, %s', async (_, deviation, isAccepted) => {
  const { attestation } = createAuthenticator().create(options, deviation)
  expect(await isWithoutCertificates(attestation)).toBe(isAccepted)
})

test('an attestation that cannot be read is not accepted', async () => {
  expect(await isWithoutCertificates('abc')).toBe(false)
})
