import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  callerHeaders,
  held,
  heldForm,
  heldLookUp,
  heldRead,
  heldStream,
  heldTable,
  settle,
  startHeldServer,
} from '../../testing/http/held-server.ts'

const MAX_WAIT_MS = 3_000
/** How many calls of all callers run at a time; those with a password. */
const MAX_RUNNING = 16
const MAX_HASHING = 8
/** How many calls of an account may wait for its only slot. */
const MAX_WAITING = 16
/** Two reads wait for the first, a tenth of a second for each before them. */
const MAX_TURNS_MS = 200
/** When no call has ended for so long, others run, too. */
const MAX_STALL_MS = 250

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

const people = (from: string[]) => from.map((address, nth) => [`person ${nth}`, address] as const)

test.each<[string, Record<string, string>, (readonly [user: string, from?: string])[], number]>([
  ['of one account', { CALLS_PER_ACCOUNT: '2' }, Array(6).fill(['rima']), 2],
  ['of the accounts of one mailbox', { CALLS_PER_ACCOUNT: '2' }, [['rima'], ['rima+1'], ['rima+2']], 2],
  [
    'of the accounts at one address prefix',
    { CALLS_PER_ADDRESS: '2' },
    people(['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3']),
    2,
  ],
  [
    'of the /64 of an IPv6 /56, which may have twice as many, and of a /48, which may have four times as many,',
    { CALLS_PER_ADDRESS: '1' },
    people(['100', '101', '102', '200', '201', '300'].map(network => `2001:db8:9:${network}::1`)),
    4,
  ],
])('calls %s share its limit, and delay nobody else', async (_, settings, callers, running) => {
  const { call, calls, begun, answerAll } = await startHeldServer(settings)
  const replies = callers.map(([user, from]) => call(user, { ...(from !== undefined && { from }) }))
  await begun(running)
  await settle()
  expect(calls).toHaveLength(running)
  const other = call('karim', { from: '2001:db8:1:3::1' })
  await begun(running + 1)
  calls[running]?.end()
  expect((await other).statusCode).toBe(200)
  await answerAll(replies)
})

test('a call is refused with Retry-After when the queue is full, and this is recorded once', async () => {
  const { app, call, begun, events, answerAll } = await startHeldServer({ CALLS_PER_ACCOUNT: '1' })
  const replies = Array.from({ length: 1 + MAX_WAITING }, () => call('rima'))
  await begun(1)
  for (let time = 0; time < 2; time += 1) {
    const refused = await call('rima')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
    // It is the connection of a trusted proxy.
    expect(refused.headers.connection).not.toBe('close')
    expect(refused.json().error).toEqual({
      code: 'too-many-calls',
      message: 'Too many calls came from you at once. Please wait a moment and try again.',
    })
  }
  const { method, path: url } = held
  const headers = callerHeaders('rima')
  const direct = await app.inject({ method, url, headers, remoteAddress: '203.0.113.9' })
  expect([direct.statusCode, direct.headers.connection]).toEqual([429, 'close'])
  // The event of an account names it by its id; that of an address, which is personal data, does not name it.
  expect(events).toEqual([['calls-limit-reached', { limit: 'account', userId: 'rima' }]])
  await answerAll(replies)
})

function holdTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Twelve networks, each with more calls than its share of those that run. */
async function startFlood() {
  holdTimers()
  const server = await startHeldServer()
  const replies = Array.from({ length: 48 }, (_, nth) =>
    server.call(undefined, { from: `198.51.100.${nth % 12}` }),
  )
  await server.begun(MAX_RUNNING)
  await settle()
  const { calls } = server
  expect(calls).toHaveLength(MAX_RUNNING)
  let ended = 0
  /** Ends the calls that began first. */
  const end = async (count: number) => {
    for (const { end } of calls.slice(ended, ended + count)) end()
    ended += count
    await settle()
  }
  return { ...server, end, endAll: () => server.answerAll(replies) }
}

test('a few calls run at a time: every second one of verified members, else one of each network', async () => {
  const { call, calls, end, endAll } = await startFlood()
  const stranger = call(undefined, { from: '203.0.113.7' })
  const member = call('rima', { from: '198.51.100.1' })
  await settle()
  await end(2)
  calls[MAX_RUNNING + 1]?.end()
  expect((await member).statusCode).toBe(200)
  await end(11)
  for (const { end } of calls.slice(MAX_RUNNING)) end()
  expect((await stranger).statusCode).toBe(200)
  await endAll()
})

test('when no running call ends, as many again run', async () => {
  const { calls, endAll } = await startFlood()
  for (const begun of [2, 3]) {
    vi.advanceTimersByTime(MAX_STALL_MS)
    await settle()
    expect(calls).toHaveLength(begun * MAX_RUNNING)
  }
  await endAll()
})

test('calls with a password leave room for others to run', async () => {
  holdTimers()
  const { call, calls, answerAll } = await startHeldServer()
  const send = (body: object) => call(undefined, { endpoint: heldForm, body })
  const replies = Array.from({ length: MAX_RUNNING }, () => send({ text: '', password: '' }))
  await settle()
  replies.push(send({ text: '' }))
  await settle()
  expect(calls).toHaveLength(MAX_HASHING + 1)
  await answerAll(replies)
})

/** A server at whose links somebody has guessed too often, from one network. */
async function startGuessedServer() {
  const server = await startHeldServer({ CALLS_PER_ADDRESS: '1' })
  const open = (text: string, from: string) =>
    server.call(undefined, { endpoint: heldLookUp, from, body: { text } })
  for (let time = 0; time < 61; time += 1)
    expect((await open('unknown', '198.51.100.1')).statusCode).toBe(400)
  return { ...server, open: (from: string) => open('alive', from) }
}

test('look-ups by a link are never refused, and those of a network that found nothing run one at a time', async () => {
  const { calls, open, begun, answerAll } = await startGuessedServer()
  const elsewhere = Array.from({ length: 14 }, () => open('203.0.113.1'))
  const guessed = Array.from({ length: 40 }, () => open('198.51.100.1'))
  await begun(15)
  await settle()
  expect(calls).toHaveLength(15)
  await answerAll([...elsewhere, ...guessed])
})

test('look-ups of a network that found nothing run after all other calls', async () => {
  holdTimers()
  const { call, calls, open, answerAll } = await startGuessedServer()
  const before = Array.from({ length: MAX_RUNNING }, (_, nth) => open(`203.0.113.${nth}`))
  await settle()
  const last = open('198.51.100.1')
  await settle()
  const member = call('rima', { from: '198.51.100.2' })
  await settle()
  calls[0]?.end()
  await settle()
  calls[MAX_RUNNING]?.end()
  expect((await member).statusCode).toBe(200)
  await answerAll([...before, last])
})

test('a call that has waited too long is refused and does not delay the others', async () => {
  holdTimers()
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
  holdTimers()
  const { call, calls, answerAll } = await startHeldServer()
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
  await answerAll(replies)
})

test('calls that wait for their account hold no slot of their address', async () => {
  const { call, calls, begun, answerAll } = await startHeldServer({
    CALLS_PER_ACCOUNT: '1',
    CALLS_PER_ADDRESS: '2',
  })
  const replies = [1, 2, 3].map(() => call('rima'))
  await begun(1)
  const other = call('karim')
  await begun(2)
  calls[1]?.end()
  expect((await other).statusCode).toBe(200)
  await answerAll(replies)
})

test('a stream that stays open does not count', async () => {
  const { call, begun, answerAll } = await startHeldServer({ CALLS_PER_ACCOUNT: '1' })
  const streams = [1, 2, 3].map(() => call('rima', { endpoint: heldStream }))
  await begun(3)
  const counted = call('rima')
  await begun(4)
  await answerAll([counted, ...streams])
})

type HeldServer = Awaited<ReturnType<typeof startHeldServer>>

/** Whether the only slot of the account is free, so that another call starts immediately. */
async function expectFreeSlot({ call, calls, begun }: HeldServer) {
  const before = calls.length
  const next = call('rima')
  await begun(before + 1)
  calls[before]?.end()
  expect((await next).statusCode).toBe(200)
}

const ONE_SLOT = { CALLS_PER_ACCOUNT: '1', CALLS_PER_ADDRESS: '1' }

test('a call whose handler fails, or whose body is refused, releases its slots', async () => {
  const server = await startHeldServer(ONE_SLOT)
  const failing = server.call('rima')
  await server.begun(1)
  server.calls[0]?.fail()
  expect((await failing).statusCode).toBe(500)
  await expectFreeSlot(server)
  for (const payload of ['{', '{"text":1}']) {
    const headers = {
      ...callerHeaders('rima'),
      'content-type': 'application/json',
    }
    const refused = await server.app.inject({ method: 'POST', url: heldForm.path, headers, payload })
    expect(refused.statusCode).toBe(400)
  }
  await expectFreeSlot(server)
})

test('a CSV export holds its slots until its last row is read', async () => {
  const server = await startHeldServer(ONE_SLOT)
  const file = server.call('rima', { endpoint: heldTable })
  await settle()
  const next = server.call('rima')
  await settle()
  expect(server.calls).toHaveLength(0)
  server.endTable()
  expect((await file).body).toContain('Rima Akter')
  await server.begun(1)
  server.calls[0]?.end()
  await next
})

/** Sends these calls over one new connection. */
async function connectAndSend({ port }: HeldServer, calls: string[]) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(calls.join(''))
  return socket
}

const lines = (...all: string[]) => all.map(line => `${line}\r\n`).join('')
const CALLER = Object.entries(callerHeaders('rima')).map(([name, value]) => `${name}: ${value}`)
const aCall = lines(`DELETE ${held.path} HTTP/1.1`, 'host: localhost', ...CALLER, '')

test('an aborted call holds its slots while its handler runs, and no longer', async () => {
  const server = await startHeldServer(ONE_SLOT)
  const socket = await connectAndSend(server, [aCall])
  await server.begun(1)
  socket.destroy()
  await settle()
  const next = server.call('rima')
  await settle()
  expect(server.calls).toHaveLength(1)
  server.calls[0]?.end()
  await server.begun(2)
  server.calls[1]?.end()
  expect((await next).statusCode).toBe(200)
  await expectFreeSlot(server)
})

test('a call whose caller has left while it waited does not begin', async () => {
  const server = await startHeldServer(ONE_SLOT)
  const first = server.call('rima')
  await server.begun(1)
  const socket = await connectAndSend(server, [aCall])
  await server.arrived(2)
  socket.resetAndDestroy()
  await vi.waitFor(async () => expect(await connectionsOf(server)).toBe(0))
  server.calls[0]?.end()
  await first
  await expectFreeSlot(server)
  expect(server.calls).toHaveLength(2)
})

const connectionsOf = ({ app }: HeldServer) =>
  new Promise<number>(resolve => app.server.getConnections((_, count) => resolve(count)))

test('a call whose body does not arrive holds no slot', async () => {
  const server = await startHeldServer(ONE_SLOT)
  const first = lines(`POST ${heldForm.path} HTTP/1.1`, 'host: localhost', ...CALLER)
  const rest = lines('content-type: application/json', 'content-length: 100', '', '{"text":')
  const socket = await connectAndSend(server, [first + rest])
  await server.arrived(1)
  await expectFreeSlot(server)
  socket.destroy()
})

test('a client that never reads holds no slot', async () => {
  const server = await startHeldServer(ONE_SLOT)
  const socket = await connectAndSend(server, [aCall])
  socket.pause()
  await server.begun(1)
  server.calls[0]?.end()
  await expectFreeSlot(server)
  socket.destroy()
})
