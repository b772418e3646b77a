import { registerAccount } from '@blood-bank/contract/passwords/accounts'
import { afterEach, expect, test, vi } from 'vitest'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp({ REGISTRATIONS_PER_HOUR: '3' })

afterEach(() => {
  vi.useRealTimers()
})

let people = 0
const register = async (remoteAddress: string, app = bank.app, email = `newcomer${++people}@example.edu`) => {
  const { statusCode, headers, body } = await app.inject({
    method: 'POST',
    url: registerAccount.path,
    headers: { origin: 'http://localhost:3000' },
    remoteAddress,
    payload: { email, password: 'a password' },
  })
  return { status: statusCode, headers, error: JSON.parse(body).error }
}

test('a network over its registrations per hour is refused with the time to retry, and others register', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-01T03:00:00Z'), toFake: ['Date'] })
  for (let time = 0; time < 3; time += 1) expect((await register('203.0.113.7')).status).toBe(202)
  vi.setSystemTime(new Date('2026-03-01T03:20:00Z'))
  const { status, headers, error } = await register('203.0.113.7')
  expect([status, error.code]).toEqual([429, 'too-many-registrations'])
  expect(error.message.replaceAll('\u202f', ' ')).toBe(
    'Many accounts were created from your network in the last hour. Please try again after Mar 1, 2026, 10:00 AM.',
  )
  expect(Number(headers['retry-after'])).toBe(2_400)
  expect((await register('203.0.113.8')).status).toBe(202)
  vi.setSystemTime(new Date('2026-03-01T04:00:01Z'))
  expect((await register('203.0.113.7')).status).toBe(202)
})

test('all addresses of an IPv6 /64 count together, its /56 may register twice and its /48 four times as many', async () => {
  const registerAll = async (...hosts: string[]) => {
    const replies = []
    for (const host of hosts) replies.push((await register(`2001:db8:1:${host}`)).status)
    return replies
  }
  expect(await registerAll('100::1', '100::2', '100:ffff::3', '100::4')).toEqual([202, 202, 202, 429])
  expect(await registerAll('101::1', '102::1', '103::1', '104::1')).toEqual([202, 202, 202, 429])
  expect(await registerAll('2::', '3::', '4::', '5::', '6::', '7::')).toEqual(Array(6).fill(202))
  expect(await registerAll('300::')).toEqual([429])
  expect((await register('2001:db8:2::')).status).toBe(202)
})

test('known addresses count like unknown ones, so that a refusal reveals nothing', async () => {
  const { email } = await bank.newMember()
  for (let time = 0; time < 3; time += 1)
    expect((await register('198.51.100.1', bank.app, email)).status).toBe(202)
  expect((await register('198.51.100.1', bank.app, email)).error.code).toBe('too-many-registrations')
  expect((await register('198.51.100.1')).error.code).toBe('too-many-registrations')
})
