import { registerAccount } from '@blood-bank/contract/passwords/accounts'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { query } from '@blood-bank/postgres-local/testing/queries'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../testing/launch-product.ts'
import { aDataFolder, type RunningProduct, startProduct } from '../testing/running-product.ts'
import { startSmtpStub } from '../testing/smtp-stub.ts'
import { PASSWORD } from '../testing/test-app.ts'

const timeout = 300_000
/** A call that waited for the unreachable or slow mail server would take longer, even on a busy machine. */
const PROMPTLY_MS = 10_000
const PEOPLE = ['nadia@example.edu', 'karim@example.edu', 'salma@example.edu']

async function registerPromptly(product: RunningProduct, email: string) {
  const begunAt = performance.now()
  const body = { email, password: PASSWORD }
  expect((await product.stranger().call(registerAccount, { body })).status).toBe(202)
  expect(performance.now() - begunAt).toBeLessThan(PROMPTLY_MS)
}

test('an unsent mail survives kill -9 and arrives once, and no call waits for an unreachable or slow mail server', {
  timeout,
}, async () => {
  const dataDir = await aDataFolder()
  const outbox = () => query(connectionTo(dataDir), 'select recipient, last_error from outbox')
  const port = await findFreePort()
  const environment = { SMTP_URL: `smtp://127.0.0.1:${port}` }
  const first = await startProduct({ dataDir, environment })
  await registerPromptly(first, 'rima@example.edu')
  const failed = { recipient: 'rima@example.edu', last_error: expect.stringContaining('ECONNREFUSED') }
  await expect.poll(outbox).toEqual([failed])
  // Makes the retry due now, instead of waiting for ten seconds.
  await query(
    connectionTo(dataDir),
    'select from graphile_worker.reschedule_jobs(array(select id from outbox), run_at => now())',
  )
  await first.kill('all')

  const stub = await startSmtpStub('slow', onTestFinished, port)
  const second = await startProduct({ dataDir, environment })
  for (const email of PEOPLE) await registerPromptly(second, email)
  await expect.poll(outbox, { timeout: 60_000 }).toEqual([])
  expect(stub.received.flatMap(({ to }) => to).sort()).toEqual([...PEOPLE, 'rima@example.edu'].sort())
})
