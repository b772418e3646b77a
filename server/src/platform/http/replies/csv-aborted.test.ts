import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
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

const app = Fastify()
app.get('/table', (_req, reply) =>
  sendCsv(reply, ['Name'], { name: 'names', count: 1_000_000, pages: endlessPages() }, async () => {}),
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
