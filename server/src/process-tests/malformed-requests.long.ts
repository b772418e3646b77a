import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ORIGIN } from '../testing/person.ts'
import { aDataFolder, startProduct } from '../testing/running-product.ts'

const SENDERS = 200
const BYTE_EVERY_MS = 500
/** Ten seconds, one second until the server's next check, and a margin for a busy machine. */
const CUT_OFF_WITHIN_MS = 12_000
const SERVED_WITHIN_MS = 1_000

const HALF_HEADERS = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: '
const HALF_BODY = `POST /api/session HTTP/1.1\r\nHost: localhost\r\nOrigin: ${ORIGIN}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email":"`

test('two hundred slow senders are disconnected after ten seconds, and others are served meanwhile', async ({
  annotate,
}) => {
  const product = await startProduct({ dataDir: await aDataFolder() })
  const answers: string[] = []
  const begunAt = performance.now()

  const sendSlowly = async (beginning: string) => {
    const socket = connect(product.port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    socket.on('data', text => answers.push(String(text)))
    const closed = once(socket, 'close')
    socket.write(beginning)
    const timer = setInterval(() => socket.write('x'), BYTE_EVERY_MS)
    await closed
    clearInterval(timer)
    return performance.now() - begunAt
  }
  let isOver = false
  const senders = Promise.all(
    Array.from({ length: SENDERS }, (_, at) => sendSlowly(at % 2 ? HALF_HEADERS : HALF_BODY)),
  ).finally(() => {
    isOver = true
  })
  const servedMs: number[] = []
  while (!isOver) {
    const askedAt = performance.now()
    expect((await product.stranger().send('GET', '/api/session')).status).toBe(200)
    servedMs.push(performance.now() - askedAt)
    await pause(100)
  }
  const cutOffMs = Math.max(...(await senders))
  const maxMs = Math.max(...servedMs)
  await annotate(
    JSON.stringify({
      tried: `${SENDERS} slow senders: disconnected after ${Math.round(cutOffMs)} ms at most; meanwhile ${servedMs.length} others served within ${Math.round(maxMs)} ms`,
      trials: SENDERS,
      faults: answers.filter(answer => !answer.startsWith('HTTP/1.1 408 ')).length,
    }),
    'figures',
  )
  expect(answers.length).toBeGreaterThan(0)
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('content-security-policy: ')
  }
  expect(cutOffMs).toBeLessThan(CUT_OFF_WITHIN_MS)
  expect(maxMs).toBeLessThan(SERVED_WITHIN_MS)
})
