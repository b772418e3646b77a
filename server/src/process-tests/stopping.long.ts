import { connect } from 'node:net'
import { registerAccount } from '@blood-bank/contract/passwords/accounts'
import { postmastersIn } from '@blood-bank/postgres-local/testing/process-tree'
import { expect, onTestFinished, test, vi } from 'vitest'
import { aDataFolder, startProduct } from '../testing/running-product.ts'
import { startSmtpStub } from '../testing/smtp-stub.ts'
import { PASSWORD } from '../testing/test-app.ts'

const STOPPED_WITHIN_MS = 5_000

test('an unfinished request and a mail server that never replies do not delay shutdown', async ({
  annotate,
}) => {
  const silent = await startSmtpStub('silent', onTestFinished)
  const dataDir = await aDataFolder()
  const product = await startProduct({ dataDir, environment: { SMTP_URL: silent.url } })
  await product.stranger().call(registerAccount, { body: { email: 'rima@example.edu', password: PASSWORD } })
  await vi.waitUntil(() => silent.connections() > 0, { timeout: 20_000 })
  const sender = connect(product.port, '127.0.0.1')
  onTestFinished(() => void sender.destroy())
  sender.on('error', () => {})
  sender.write('POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{')
  await product.stranger().send('GET', '/healthz')

  const begunAt = performance.now()
  const code = await product.stop()
  const tookMs = performance.now() - begunAt
  await annotate(
    JSON.stringify({
      tried: `stopping with an unfinished sender and a silent mail server: ${Math.round(tookMs)} ms`,
      trials: 1,
      faults: Number(code !== 0),
    }),
    'figures',
  )
  expect(code).toBe(0)
  expect(tookMs).toBeLessThan(STOPPED_WITHIN_MS)
  expect(postmastersIn(dataDir)).toEqual([])
})
