import { once } from 'node:events'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { readCsv } from '../../../testing/http/read-csv.ts'
import { handleErrors } from '../errors.ts'
import { createLog } from '../log.ts'
import { csvLines, escapeFormulas, sendCsv } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1+1', "'+1+1"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ['\nx', "'\nx"],
  ['  =1', "'  =1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['\u200b=1', "'\u200b=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['\0=1', "'\0=1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['−1', "'−1"],
  ['\t=1', "'\t'=1"],
  ['\r\n=1', "'\r\n'=1"],
  ['Rima;=1', "Rima;'=1"],
  ['Rima; =1', "Rima;' =1"],
  ['Rima\t=1', "Rima\t'=1"],
  ['Call first\n=1', "Call first\n'=1"],
  ['Call first\n\n- Rima', "Call first\n\n'- Rima"],
  ['+880 1712-345678', "'+880 1712-345678"],
  ['=HYPERLINK("https://evil.example","x")', `'=HYPERLINK("https://evil.example","x")`],
])('%j is escaped, so that no spreadsheet reads a formula', (text, plain) =>
  expect(escapeFormulas(text)).toBe(plain),
)

test.each([
  'O-',
  'AB+',
  '01712-345678',
  'CSE-2021-017',
  'a=b',
  'rima+1@example.edu',
  "O'Neil",
  '',
  '  ',
  '১',
])('%j is not changed', text => expect(escapeFormulas(text)).toBe(text))

test('quotes, commas and line breaks stay within their cell; numbers are unquoted, and null is empty', () => {
  const cells = ['say "now"', 'a, b', '=1', 'one\r\ntwo', 'রিমা 😀', '', 7, null]
  const line = csvLines([cells])
  expect(line).toBe('"say ""now""","a, b","\'=1","one\r\ntwo","রিমা 😀","",7,\r\n')
  expect(readCsv(`\uFEFF${line}`)).toEqual([
    ['say "now"', 'a, b', "'=1", 'one\r\ntwo', 'রিমা 😀', '', '7', ''],
  ])
})

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
