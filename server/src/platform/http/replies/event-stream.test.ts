import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createEventStream, type EventStream, eventText } from './event-stream.ts'

async function startServer() {
  const app = fastify()
  const opened = Promise.withResolvers<EventStream>()
  app.get('/', async (_req, reply) => {
    opened.resolve(createEventStream(reply))
    return reply
  })
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = connect((app.server.address() as { port: number }).port, '127.0.0.1')
  onTestFinished(() => void client.destroy())
  client.on('error', () => {})
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  return { client, stream: await opened.promise }
}

test('a reader that reads nothing is disconnected instead of being buffered for', async () => {
  const { client, stream } = await startServer()
  client.pause()
  const closed = vi.fn()
  stream.onClose(closed)
  // The kernel takes some megabytes; nothing more is kept for the reader.
  const events = eventText('hint', 'x'.repeat(64 * 1024))
  await vi.waitFor(
    () => {
      stream.send(events)
      expect(closed).toHaveBeenCalledOnce()
    },
    { timeout: 60_000, interval: 1 },
  )
})

test('a reader that reads gets every event, and the last one before the connection closes', async () => {
  const { client, stream } = await startServer()
  let text = ''
  client.setEncoding('utf8').on('data', chunk => {
    text += chunk
  })
  for (let nth = 0; nth < 500; nth += 1) stream.send(eventText('hint', `"${nth}"`))
  stream.end(eventText('bye', 'server-stopping'))
  stream.send(eventText('hint', 'too late'))
  await once(client, 'close')
  expect(text.match(/event: hint/g)).toHaveLength(500)
  expect(text).toMatch(/event: bye\ndata: server-stopping\n\n\s*(0\s*)?$/)
})
