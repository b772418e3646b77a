import { MINUTE_MS } from '@blood-bank/contract/durations'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import type { Person } from '../../testing/person.ts'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()

const enter = (person: Person, email: string, password = PASSWORD) =>
  person.call(signIn, { body: { email, password } })
const guess = (address: string, email: string) => enter(bank.stranger(address), email, '123456')
const isPaused = ({ status }: { status: number }) => status === 429

/** Wrong passwords at different accounts from one network; every fifth address has no account. */
async function fail(address: string, times: number, name = address) {
  const replies = []
  for (let nth = 0; nth < times; nth += 1) {
    const email = `${name.replaceAll(':', '-')}-${nth}@example.edu`
    if (nth % 5 !== 4) await bank.newMember({ email })
    replies.push(await guess(address, email))
  }
  return replies
}

test('after failures at 30 accounts from one network unknown browsers there wait, and known ones sign in', async () => {
  const { email } = await bank.newMember()
  const known = bank.stranger('2001:db8:7:1::1')
  await enter(known, email)
  const begun = bank.now().getTime()
  const replies = await fail('2001:db8:7:1::2', 30)
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)

  const refused = await enter(bank.stranger('2001:db8:7:1::3'), email)
  expect(refused).toMatchObject({ status: 429, error: { code: 'too-many-attempts' } })
  const retryAfter = Number(refused.headers['retry-after'])
  expect(retryAfter).toBeGreaterThan(0)
  expect(bank.now().getTime() + retryAfter * 1000).toBeLessThanOrEqual(begun + 11 * MINUTE_MS)
  const unknown = await guess('2001:db8:7:1::3', 'without-account@example.edu')
  expect(unknown.text).toBe(refused.text)
  expect((await enter(known, email)).status).toBe(201)
  expect((await enter(bank.stranger('2001:db8:7:2::1'), email)).status).toBe(201)

  bank.advance(retryAfter * 1000)
  expect((await enter(bank.stranger('2001:db8:7:1::3'), email)).status).toBe(201)
})

test('successes, and repeated failures at one account, do not count to the 30', async () => {
  const address = '203.0.113.20'
  const { email } = await bank.newMember()
  for (let nth = 0; nth < 35; nth += 1) {
    const { email } = await bank.newMember()
    expect((await enter(bank.stranger(address), email)).status).toBe(201)
  }
  await fail(address, 27)
  for (let nth = 0; nth < 4; nth += 1) await guess(address, email)
  await fail(address, 1, 'last')
  const { email: last } = await bank.newMember()
  expect((await enter(bank.stranger(address), last)).status).toBe(201)
  expect((await fail(address, 2, 'more')).map(isPaused)).toEqual([false, true])
})

test('failures of known browsers and from other networks do not count, and ten minutes end the count', async () => {
  const address = '203.0.113.21'
  await fail(address, 29)
  for (let nth = 0; nth < 3; nth += 1) {
    const { email } = await bank.newMember()
    const known = bank.stranger(address)
    await enter(known, email)
    await enter(known, email, 'a typing error')
  }
  expect(isPaused(await guess(address, 'thirtieth@example.edu'))).toBe(false)
  expect(isPaused(await guess(address, 'another@example.edu'))).toBe(true)
  bank.advance(10 * MINUTE_MS)
  expect((await fail(address, 29, 'later')).some(isPaused)).toBe(false)
})
