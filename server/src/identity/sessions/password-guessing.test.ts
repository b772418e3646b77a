import { signIn, signInPausedMessage } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { PASSWORD, passTime, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const secondServer = await bank.anotherServer()
const from = (server: Pick<typeof bank, 'stranger'>) => (email: string, password: string) =>
  server.stranger().call(signIn, { body: { email, password } })
const signInWith = from(bank)

/** The seconds of a refusal's Retry-After. */
function retryAfterOf(reply: Awaited<ReturnType<typeof signInWith>>) {
  const seconds = Number(reply.headers['retry-after'])
  expect(reply).toRefuse('too-many-attempts', signInPausedMessage(seconds))
  return seconds
}

async function guess(email: string, times: number) {
  for (let time = 0; time < times; time += 1)
    expect(await signInWith(email, 'wrong guess')).toRefuse('wrong-credentials')
}

test('the sixth attempt in a minute is refused for a minute, even with the correct password', async () => {
  await bank.newMember({ email: 'rima@example.edu' })
  await guess('rima@example.edu', 5)
  const seconds = retryAfterOf(await signInWith('rima@example.edu', 'wrong guess'))
  expect(seconds).toBeGreaterThan(50)
  expect(seconds).toBeLessThanOrEqual(60)
  const correct = await signInWith('RIMA@example.edu', PASSWORD)
  retryAfterOf(correct)
  expect(correct.error?.message).toBe(
    'Too many attempts. Try again in a minute, or set a new password at once with “Forgot your password?”.',
  )
  passTime(seconds - 5)
  retryAfterOf(await signInWith('rima@example.edu', PASSWORD))
  passTime(5)
  expect((await signInWith('rima@example.edu', PASSWORD)).status).toBe(201)
})

test('a successful sign-in resets the counters', async () => {
  await bank.newMember({ email: 'clean@example.edu' })
  for (let time = 0; time < 3; time += 1) {
    await guess('clean@example.edu', 4)
    expect((await signInWith('clean@example.edu', PASSWORD)).status).toBe(201)
  }
})

test('two servers on one database count together', async () => {
  await bank.newMember({ email: 'both@example.edu' })
  await guess('both@example.edu', 3)
  const onSecond = from(secondServer)
  for (let time = 0; time < 2; time += 1)
    expect(await onSecond('both@example.edu', 'wrong guess')).toRefuse('wrong-credentials')
  retryAfterOf(await onSecond('both@example.edu', PASSWORD))
  retryAfterOf(await signInWith('both@example.edu', PASSWORD))
})

test('an attacker who continues for an hour waits longer, but at most a quarter of an hour', async () => {
  await bank.newMember({ email: 'patient@example.edu' })
  let longest = 0
  for (let time = 0; time < 40; time += 1) {
    const reply = await signInWith('patient@example.edu', 'wrong guess')
    longest = Math.max(longest, Number(reply.headers['retry-after'] ?? 0))
    passTime(61)
  }
  expect(longest).toBeGreaterThan(60)
  expect(longest).toBeLessThanOrEqual(15 * 60)
  passTime(15 * 60)
  expect((await signInWith('patient@example.edu', PASSWORD)).status).toBe(201)
})

test('the table of attempts holds no email and no address', async () => {
  await guess('private@example.edu', 1)
  const { rows } = await bank.pool.query<{ key: string }>('select key from attempt_limits')
  expect(rows.length).toBeGreaterThan(0)
  for (const { key } of rows) expect(key).not.toMatch(/@|example|127\.0\.0\.1/)
})
