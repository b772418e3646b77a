import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../../../config.ts'
import { networksOf } from '../../network/address-prefix.ts'
import { createLog } from '../log.ts'
import { createServer } from '../server.ts'
import { disconnectBusiestReaders } from './connections.ts'

const config = readConfig({
  LOG_LEVEL: 'silent',
  EVENT_LOOP_DELAY_MS: '0',
  CONNECTIONS_PER_ADDRESS: '2',
  TRUSTED_PROXIES: '127.0.0.2',
})
const app = createServer(config, createLog(config))
const served: string[] = []
app.get('/', async req => {
  served.push(req.ip)
  return 'served'
})
const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
afterAll(() => app.close())

/** Opens a connection and calls over it. @returns the status line of the reply; undefined if the connection was closed */
async function callOver(socket: ReturnType<typeof connect>, forwardedFor = '') {
  socket.write(`GET / HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${forwardedFor}\r\n\r\n`)
  const [reply] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [])])
  return reply && String(reply).split('\r\n', 1)[0]
}

function open(localAddress: string) {
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return socket
}

test('an address has as many connections as its limit, and a further one when one has closed', async () => {
  const first = open('127.0.0.1')
  expect(await callOver(first)).toContain('200')
  expect(await callOver(open('127.0.0.1'))).toContain('200')
  expect(await callOver(open('127.0.0.1'))).toBeUndefined()
  expect(await callOver(open('127.0.0.3'))).toContain('200')
  first.destroy()
  await vi.waitFor(async () => expect(await callOver(open('127.0.0.1'))).toContain('200'))
})

test('a connection of a trusted proxy counts for the client of its last call', async () => {
  const over = (client: string) => callOver(open('127.0.0.2'), client)
  expect(await over('203.0.113.1')).toContain('200')
  expect(await over('203.0.113.1')).toContain('200')
  expect(await over('203.0.113.1')).toContain('429')
  const another = open('127.0.0.2')
  for (let time = 0; time < 3; time += 1) expect(await callOver(another, '203.0.113.2')).toContain('200')
})

test('a connection that does not wait for replies is closed, and one that sends a few requests at once is served', async () => {
  const answersTo = async (requests: number) => {
    const socket = open('127.0.0.4')
    let text = ''
    socket.on('data', part => {
      text += part
    })
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(requests - 1))
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    // It may be reset before, which is no failure.
    await new Promise(resolve => socket.once('close', resolve))
    return text.split('HTTP/1.1 200').length - 1
  }
  expect(await answersTo(10)).toBe(10)
  expect(await answersTo(5_000)).toBeLessThan(20)
})

test('the connections of an IPv6 network count for the larger ones that contain it', async () => {
  const over = (client: string) => callOver(open('127.0.0.2'), client)
  const statuses: boolean[] = []
  for (const network of ['00', '01', '02', '00', '01', '02'])
    statuses.push(Boolean((await over(`2001:db8:9:4${network}::1`))?.includes('200')))
  // Four, twice the limit of one /64, for their /56.
  expect(statuses).toEqual([true, true, true, true, false, false])
  expect(await over('2001:db8:9:5500::1')).toContain('200')
})

test('of a network for which too many bytes wait, the connections are closed for which most wait', () => {
  const destroyed: string[] = []
  const waiting = (name: string, writableLength: number) => ({
    writableLength,
    destroy: () => destroyed.push(name) as never,
  })
  const flood = networksOf('203.0.113.1')
  disconnectBusiestReaders(
    [
      [waiting('most of the flood', 61), flood],
      [waiting('least of the flood', 30), flood],
      [waiting('the campus', 90), networksOf('203.0.113.2')],
      ...['00', '01', '02', '03'].map(
        (network, nth) =>
          [waiting(`/64 ${nth}`, 50 + nth), networksOf(`2001:db8:9:4${network}::1`)] as Parameters<
            typeof disconnectBusiestReaders
          >[0][number],
      ),
    ],
    90,
  )
  expect(destroyed).toEqual(['/64 3', 'most of the flood'])
})

test('of requests that come at once, one of a quiet network begins after a few of a busy one', async () => {
  served.length = 0
  const send = (remoteAddress: string) => app.inject({ url: '/', remoteAddress })
  await Promise.all([...Array.from({ length: 100 }, () => send('203.0.113.1')), send('203.0.113.2')])
  expect(served).toHaveLength(101)
  expect(served.indexOf('203.0.113.2')).toBeLessThan(16)
})
