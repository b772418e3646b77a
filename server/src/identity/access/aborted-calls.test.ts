import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
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

test('pipelined calls of an aborted connection release their slots', async () => {
  const server = await startHeldServer({ CALLS_PER_ACCOUNT: '3', CALLS_PER_ADDRESS: '3' })
  const socket = await connectAndSend(server, Array(3).fill(aCall))
  await server.begun(3)
  socket.destroy()
  await settle()
  for (const { end } of server.calls) end()
  const replies = [1, 2, 3].map(() => server.call('rima'))
  await server.begun(6)
  for (const { end } of server.calls) end()
  for (const reply of await Promise.all(replies)) expect(reply.statusCode).toBe(200)
})

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

test('calls aborted while they waited are skipped', async () => {
  const server = await startHeldServer({ CALLS_PER_ACCOUNT: '1' })
  const first = server.call('rima')
  await server.begun(1)
  const sockets = await Promise.all(Array.from({ length: 4 }, () => connectAndSend(server, [aCall])))
  await server.arrived(5)
  expect((await server.call('rima')).statusCode).toBe(429)
  for (const socket of sockets) socket.destroy()
  await vi.waitFor(() => expect(connectionsOf(server)).resolves.toBe(0))
  const next = server.call('rima')
  server.calls[0]?.end()
  await server.begun(2)
  server.calls[1]?.end()
  expect((await next).statusCode).toBe(200)
  await first
})

const connectionsOf = ({ app: { server } }: HeldServer) => promisify(server.getConnections.bind(server))()
