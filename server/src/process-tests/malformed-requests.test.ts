import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { newMemberOf } from '../testing/members.ts'
import { ORIGIN } from '../testing/person.ts'
import {
  aDataFolder,
  type RunningProduct,
  startProduct,
  untilTheFileIsDone,
} from '../testing/running-product.ts'

const timeout = 300_000
const MEGABYTE = 1024 * 1024
/** The unread bytes in the socket buffers of both sides. */
const IN_THE_KERNEL = 16 * MEGABYTE
/** Before the first slow sender is disconnected, which would also free capacity. */
const QUICKLY_MS = 8_000

const until = untilTheFileIsDone()
let product: RunningProduct
beforeAll(async () => {
  product = await startProduct({ dataDir: await aDataFolder(until), until })
}, timeout)

async function aSocket(): Promise<Socket> {
  const socket = connect(product.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

test('a client that sends fifty megabytes in chunks is refused early and disconnected', {
  timeout,
}, async () => {
  const rima = await newMemberOf(product)
  const socket = await aSocket()
  let answer = ''
  const answered = once(socket, 'data')
  socket.on('data', text => {
    answer += text
  })
  const lines = [
    'POST /api/blood-requests HTTP/1.1',
    'Host: localhost',
    `Origin: ${ORIGIN}`,
    `Cookie: ${rima.cookie}`,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const closed = new Promise(resolve => socket.once('close', resolve))
  for (let sent = 0; sent < 50 * MEGABYTE && !socket.destroyed; sent += chunk.length) {
    // The server must refuse after reading at most this much, however slow it is.
    if (sent + chunk.length >= MEGABYTE) await answered
    const isRoom = socket.write(chunk)
    if (!isRoom) await Promise.race([once(socket, 'drain').catch(() => {}), closed])
    // Lets the answer arrive between two chunks.
    await pause(0)
  }
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(socket.bytesWritten).toBeLessThan(IN_THE_KERNEL)
})

test('two hundred senders who never finish do not delay others', { timeout }, async () => {
  const sockets = await Promise.all(Array.from({ length: 200 }, aSocket))
  for (const [at, socket] of sockets.entries())
    socket.write(
      at % 2
        ? 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow'
        : `POST /api/session HTTP/1.1\r\nHost: localhost\r\nOrigin: ${ORIGIN}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    )
  for (const path of ['/healthz', '/readyz', '/api/session', '/api/site']) {
    const begunAt = performance.now()
    expect((await product.stranger().send('GET', path)).status).toBe(200)
    expect(performance.now() - begunAt).toBeLessThan(QUICKLY_MS)
  }
})
