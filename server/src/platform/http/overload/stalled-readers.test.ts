import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import { createLog } from '../log.ts'
import { createServer } from '../server.ts'
import { parseSendQueues } from './send-queues.ts'

const MEGABYTE = 1024 * 1024

function* endless() {
  for (;;) yield 'x'.repeat(MEGABYTE)
}

/** The names of the clients whose connections have closed. */
const closed: string[] = []

// Replies that are larger than all buffers between server and client.
const config = readConfig({ LOG_LEVEL: 'silent', STALLED_READER_SECONDS: '1', EVENT_LOOP_DELAY_MS: '0' })
const app = createServer(config, createLog(config))
app.addHook('onRequest', async (req, reply) => {
  reply.raw.once('close', () => void closed.push(String(req.headers['x-name'])))
})
app.get('/whole', async () => 'x'.repeat(64 * MEGABYTE))
app.get('/stream', (_req, reply) => reply.send(Readable.from(endless())))
const { port } = new URL(await app.listen({ port: 0 }))
afterAll(() => app.close())

async function ask(path: string, name: string): Promise<Socket> {
  const socket = connect(Number(port), '127.0.0.1').pause()
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-name: ${name}\r\n\r\n`)
  return socket
}

/** Reads a little at intervals until the connection closes. */
async function readSlowly(socket: Socket) {
  while (!socket.destroyed) {
    socket.read(2 * MEGABYTE) ?? socket.read()
    await pause(50)
  }
}

test('a client that never reads is disconnected, and a slow reader is not', async () => {
  const slow = await ask('/stream', 'slow')
  const reading = readSlowly(slow)
  await ask('/whole', 'never, one piece')
  await ask('/stream', 'never, a stream')
  const cutOff = ['never, a stream', 'never, one piece']
  await expect.poll(() => [...closed].sort(), { timeout: 30_000 }).toEqual(cutOff)
  // Waits for one more round than the others had.
  const stalled = await ask('/stream', 'another')
  await expect.poll(() => closed.length, { timeout: 30_000 }).toBe(3)
  expect(closed).not.toContain('slow')
  expect(slow.destroyed).toBe(false)
  stalled.destroy()
  slow.destroy()
  await reading
})

test('the send queues of the kernel are read by ports', () => {
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid
   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1
   1: 0100007F:0BB8 0100007F:9313 01 0000A000:00000000 00:00000000 00000000     0        0 2
   2: 0000000000000000FFFF00000100007F:0BB8 0000000000000000FFFF00000100007F:9314 01 00000010:00000000 00:0 0
`
  expect([...parseSendQueues(table)]).toEqual([
    ['3000 0', 0],
    ['3000 37651', 0xa000],
    ['3000 37652', 16],
  ])
})
