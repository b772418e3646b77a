import { expect, test } from 'vitest'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'

const direct = await startTestApp()
const behindProxy = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' })

/** The address stored with a session after a sign-in with these headers. */
async function storedAddress(bank: typeof direct) {
  const { id, email } = await bank.newMember()
  const headers = {
    'x-forwarded-for': '203.0.113.9',
    'x-client-address': '198.51.100.1',
    'x-real-ip': '198.51.100.2',
  }
  await bank.stranger().send('POST', '/api/session', { body: { email, password: PASSWORD }, headers })
  const session = await bank.db
    .selectFrom('sessions')
    .select('ipAddress')
    .where('userId', '=', id)
    .executeTakeFirst()
  return session?.ipAddress
}

test('a client cannot choose the address that its attempts count for', async () => {
  expect(await storedAddress(direct)).toBe('127.0.0.1')
})

test('a trusted proxy sets the client address', async () => {
  expect(await storedAddress(behindProxy)).toBe('203.0.113.9')
})
