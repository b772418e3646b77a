import { once } from 'node:events'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { handleErrors } from '../errors.ts'
import { createLog } from '../log.ts'
import { sendCsv } from './csv.ts'

const ended = Promise.withResolvers<void>()
let pagesRead = 0

/** An endless sequence of pages. */
async function* endlessPages() {
  try {
    for (;;) {
      pagesRead += 1
      yield Array.from({ length: 1_000 }, () => ({ Name: 'Rima Akter' }))
    }
  } finally {
    ended.resolve()
  }
}

const lines: string[] = []
const log = createLog({ logLevel: 'error' }, { write: line => lines.push(line) })
const app = Fastify({ loggerInstance: log as FastifyBaseLogger })
handleErrors(app, { isProduction: true })
app.get('/table', (_req, reply) =>
  sendCsv(reply, ['Name'], { name: 'names', count: 1_000_000, pages: endlessPages() }, async () => {}),
)

const started = Promise.withResolvers<void>()
const finished = Promise.withResolvers<void>()
async function* pagesAfter(event: Promise<unknown>) {
  started.resolve()
  await event
  finished.resolve()
  yield [{ Name: 'Rima Akter' }]
}
app.post('/slow-table', (req, reply) =>
  sendCsv(
    reply,
    ['Name'],
    { name: 'names', count: 1, pages: pagesAfter(once(req.socket, 'close')) },
    async () => {},
  ),
)
const address = await app.listen({ port: 0 })
afterAll(() => app.close())

test('no more pages are read after the caller aborts an export', async () => {
  const caller = new AbortController()
  const reply = await fetch(`${address}/table`, { signal: caller.signal })
  await reply.body?.getReader().read()
  caller.abort()
  await ended.promise
  const readWhenGone = pagesRead
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(pagesRead).toBe(readWhenGone)
})

test('an export that is cancelled before its first page is no error in the log', async () => {
  const caller = new AbortController()
  const call = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal: caller.signal,
  }
  const reply = fetch(`${address}/slow-table`, call).catch(() => null)
  await started.promise
  caller.abort()
  await Promise.all([reply, finished.promise])
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(lines).toEqual([])
})
