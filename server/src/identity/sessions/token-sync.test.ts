import { issueToken, readTokenKeys } from '@blood-bank/contract/sessions/token-sync'
import { createLocalJWKSet, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { passTime, startTestApp } from '../../testing/test-app.ts'

const RECEIVER = 'https://portal.example.edu'
const bank = await startTestApp({ TOKEN_SYNC_URL: `${RECEIVER}/sync` })
const plain = await startTestApp()
const rima = await bank.signedInAs({ email: 'rima@example.edu', role: 'admin' })
const expected = { issuer: 'http://localhost:3000', audience: RECEIVER }

async function keys() {
  const { body } = await bank.stranger().call(readTokenKeys)
  return createLocalJWKSet(body as never)
}

test('another service verifies a token with the published keys and reads the user, but no role', async () => {
  const { body } = await rima.call(issueToken)
  const { payload } = await jwtVerify(body.token, await keys(), expected)
  expect(payload).toMatchObject({ sub: rima.id, email: 'rima@example.edu' })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
  expect(payload).not.toHaveProperty('role')
})

test('an address that nobody has verified gets no token, in a session that lasts until it is verified', async () => {
  const newcomer = await bank.signedInAs({ email: 'rector@example.edu', emailVerified: false })
  expect(await newcomer.call(issueToken)).toRefuse('email-not-verified', expect.any(String))
  await bank.db.updateTable('users').set({ emailVerified: true }).where('id', '=', newcomer.id).execute()
  expect((await newcomer.call(issueToken)).status).toBe(201)
})

test('a token for another receiver, an expired one and an unsigned one are refused', async () => {
  const { body } = await rima.call(issueToken)
  const published = await keys()
  await expect(
    jwtVerify(body.token, published, { ...expected, audience: 'https://evil.example' }),
  ).rejects.toThrow()
  passTime(301)
  await expect(jwtVerify(body.token, published, expected)).rejects.toThrow(/exp/)
  vi.useRealTimers()
  const claims = { sub: rima.id, iss: expected.issuer, aud: RECEIVER }
  await expect(jwtVerify(new UnsecuredJWT(claims).encode(), published, expected)).rejects.toThrow()
  const forged = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.from('x'.repeat(32)))
  await expect(jwtVerify(forged, published, expected)).rejects.toThrow()
})

test('the published keys contain no private key', async () => {
  const { text } = await bank.stranger().call(readTokenKeys)
  expect(JSON.parse(text).keys[0]).not.toHaveProperty('d')
})

test('the stored private key cannot be read without AUTH_SECRET', async () => {
  await rima.call(issueToken)
  const stored = await bank.db.selectFrom('tokenKeys').selectAll().execute()
  expect(stored).toHaveLength(1)
  expect(stored[0]?.privateKey.split('.')).toHaveLength(5)
  expect(await jwtVerify((await rima.call(issueToken)).body.token, await keys(), expected)).toMatchObject({
    protectedHeader: { alg: 'EdDSA', kid: stored[0]?.id },
  })
})

test('a key that AUTH_SECRET does not decrypt no longer signs, and still verifies earlier tokens', async () => {
  const { body: before } = await rima.call(issueToken)
  await bank.db.updateTable('tokenKeys').set({ privateKey: '' }).execute()
  const { body: after } = await rima.call(issueToken)
  const published = await keys()
  const [old, next] = await Promise.all(
    [before, after].map(({ token }) => jwtVerify(token, published, expected)),
  )
  expect(old?.protectedHeader.kid).not.toBe(next?.protectedHeader.kid)
})

test('pages may call the receiver, and only because it is configured', async () => {
  const { headers } = await bank.stranger().send('GET', '/api/site')
  expect(headers['content-security-policy']).toContain(`connect-src 'self' ${RECEIVER};`)
})

test('without a receiver there are no tokens', async () => {
  const member = await plain.signedInAs()
  expect(await member.call(issueToken)).toRefuse('not-found')
  expect(await member.call(readTokenKeys)).toRefuse('not-found')
})
