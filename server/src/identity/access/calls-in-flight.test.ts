import { expect, onTestFinished, test, vi } from 'vitest'
import { heldRead, heldStream, settle, startHeldServer } from '../../testing/http/held-server.ts'

const MAX_WAIT_MS = 3_000
/** Two reads wait for the first, a tenth of a second for each before them. */
const MAX_TURNS_MS = 200

test('an account has as many calls in flight as its limit; the others start in order', async () => {
  const { call, calls, begun } = await startHeldServer({ CALLS_PER_ACCOUNT: '2' })
  const replies = [1, 2, 3, 4].map(() => call('rima'))
  await begun(2)
  await settle()
  expect(calls).toHaveLength(2)
  calls[1]?.end()
  await begun(3)
  await settle()
  expect(calls).toHaveLength(3)
  calls[0]?.end()
  await begun(4)
  for (const { end } of calls) end()
  expect((await Promise.all(replies)).map(reply => reply.json().call)).toEqual([1, 2, 3, 4])
})

test('the calls of one account do not delay another account', async () => {
  const { call, calls, begun } = await startHeldServer({ CALLS_PER_ACCOUNT: '2' })
  const replies = Array.from({ length: 6 }, () => call('rima'))
  await begun(2)
  const other = call('karim')
  await begun(3)
  calls[2]?.end()
  expect((await other).statusCode).toBe(200)
  for (let ended = 0; ended < replies.length; ended += 1) {
    await settle()
    for (const { end } of calls) end()
  }
  await Promise.all(replies)
})

test('an address prefix has as many calls in flight as its limit, for all accounts together', async () => {
  const { call, calls, begun } = await startHeldServer({ CALLS_PER_ADDRESS: '2' })
  const replies = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3'].map((from, person) =>
    call(`person ${person}`, { from }),
  )
  await begun(2)
  const elsewhere = call('rima', { from: '2001:db8:1:3::1' })
  await begun(3)
  await settle()
  expect(calls).toHaveLength(3)
  for (const { end } of calls) end()
  await begun(4)
  calls[3]?.end()
  for (const reply of await Promise.all([...replies, elsewhere])) expect(reply.statusCode).toBe(200)
})

test('the /64 of an IPv6 /56 together have twice as many calls in flight, those of a /48 four times', async () => {
  const { call, calls, begun } = await startHeldServer({ CALLS_PER_ADDRESS: '1' })
  const from = ['100', '101', '102', '200', '201', '300'].map(network => `2001:db8:9:${network}::1`)
  const replies = from.map((address, person) => call(`person ${person}`, { from: address }))
  await begun(4)
  await settle()
  expect(calls).toHaveLength(4)
  const elsewhere = call('rima', { from: '2001:db8:a:100::1' })
  await begun(5)
  for (let ended = 0; ended < 3; ended += 1) {
    for (const { end } of calls) end()
    await settle()
  }
  for (const reply of await Promise.all([...replies, elsewhere])) expect(reply.statusCode).toBe(200)
})

test('a call is refused with Retry-After when the queue is full, and this is recorded once', async () => {
  const { call, calls, begun, events } = await startHeldServer({ CALLS_PER_ACCOUNT: '1' })
  const replies = Array.from({ length: 5 }, () => call('rima'))
  await begun(1)
  for (let time = 0; time < 2; time += 1) {
    const refused = await call('rima')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
    expect(refused.json().error).toEqual({
      code: 'too-many-calls',
      message: 'Too many calls came from you at once. Please wait a moment and try again.',
    })
  }
  // The event of an account names it by its id; that of an address, which is personal data, does not name it.
  expect(events).toEqual([['calls-limit-reached', { limit: 'account', userId: 'rima' }]])
  for (let ended = 1; ended <= 5; ended += 1) {
    await begun(ended)
    calls[ended - 1]?.end()
  }
  for (const reply of await Promise.all(replies)) expect(reply.statusCode).toBe(200)
})

test('a call that has waited too long is refused and does not delay the others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { call, calls, begun } = await startHeldServer({ CALLS_PER_ACCOUNT: '1' })
  const first = call('rima')
  const late = call('rima')
  await settle()
  vi.advanceTimersByTime(MAX_WAIT_MS)
  expect((await late).statusCode).toBe(429)
  calls[0]?.end()
  expect((await first).statusCode).toBe(200)
  const next = call('rima')
  await settle()
  calls[1]?.end()
  expect((await next).statusCode).toBe(200)
  await begun(2)
})

test('reads of one account run one after the other, and one that takes long holds up none', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { call, calls } = await startHeldServer()
  const read = (user: string) => call(user, { endpoint: heldRead })
  const replies = [read('rima'), read('rima'), read('karim'), read('rima')]
  await settle()
  expect(calls).toHaveLength(2)
  calls[0]?.end()
  await settle()
  expect(calls).toHaveLength(3)
  vi.advanceTimersByTime(MAX_TURNS_MS)
  await settle()
  expect(calls).toHaveLength(4)
  for (const { end } of calls) end()
  for (const reply of await Promise.all(replies)) expect(reply.statusCode).toBe(200)
})

test('calls that wait for their account hold no slot of their address', async () => {
  const { call, calls, begun } = await startHeldServer({ CALLS_PER_ACCOUNT: '1', CALLS_PER_ADDRESS: '2' })
  const replies = [1, 2, 3].map(() => call('rima'))
  await begun(1)
  const other = call('karim')
  await begun(2)
  calls[1]?.end()
  expect((await other).statusCode).toBe(200)
  for (let ended = 0; ended < replies.length; ended += 1) {
    await settle()
    for (const { end } of calls) end()
  }
  await Promise.all(replies)
})

test('a stream that stays open does not count', async () => {
  const { call, calls, begun } = await startHeldServer({ CALLS_PER_ACCOUNT: '1' })
  const streams = [1, 2, 3].map(() => call('rima', { endpoint: heldStream }))
  await begun(3)
  const counted = call('rima')
  await begun(4)
  for (const { end } of calls) end()
  expect((await counted).statusCode).toBe(200)
  await Promise.all(streams)
})
