import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ORIGIN } from '../testing/person.ts'
import { aDataFolder, startProduct } from '../testing/running-product.ts'

const timeout = 300_000
const SENDERS = 200
const BYTE_EVERY_MS = 500
/** Before the first slow sender is disconnected, which would also free capacity. */
const QUICKLY_MS = 8_000

const HALF_HEADERS = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: '
const HALF_BODY = `POST /api/session HTTP/1.1\r\nHost: localhost\r\nOrigin: ${ORIGIN}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email":"`

test('two hundred slow senders are disconnected like any other refusal, and do not delay others', {
  timeout,
}, async () => {
  const product = await startProduct({ dataDir: await aDataFolder() })
  const sendSlowly = async (beginning: string) => {
    const socket = connect(product.port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    let answer = ''
    socket.setEncoding('utf8').on('data', text => {
      answer += text
    })
    socket.on('error', () => {})
    socket.write(beginning)
    const timer = setInterval(() => socket.write('x'), BYTE_EVERY_MS)
    const answered = new Promise<string>(resolve => socket.once('close', () => resolve(answer)))
    return { answered: answered.finally(() => clearInterval(timer)) }
  }
  const senders = await Promise.all(
    Array.from({ length: SENDERS }, (_, at) => sendSlowly(at % 2 ? HALF_HEADERS : HALF_BODY)),
  )
  for (const path of ['/healthz', '/readyz', '/api/session', '/api/site']) {
    const begunAt = performance.now()
    expect((await product.stranger().send('GET', path)).status).toBe(200)
    expect(performance.now() - begunAt).toBeLessThan(QUICKLY_MS)
  }
  const answers = await Promise.all(senders.map(({ answered }) => answered))
  // A sender whose byte crosses the reply gets a reset, which can take the reply with it.
  for (const answer of answers) expect(answer).toMatch(/^($|HTTP\/1\.1 408 .*content-security-policy: )/s)
  expect(answers.filter(Boolean).length).toBeGreaterThan(0)
})
