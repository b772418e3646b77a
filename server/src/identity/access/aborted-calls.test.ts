import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import {
  callerHeaders,
  held,
  heldForm,
  heldTable,
  settle,
  startHeldServer,
} from '../../testing/http/held-server.ts'

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
