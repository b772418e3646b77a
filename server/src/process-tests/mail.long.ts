import { setTimeout as pause } from 'node:timers/promises'
import { registerAccount } from '@blood-bank/contract/passwords/accounts'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { query } from '@blood-bank/postgres-local/testing/queries'
import { expect, onTestFinished, test } from 'vitest'
import { unreachableMailServer } from '../testing/processes/unreachable-mail-server.ts'
import { aDataFolder, startProduct } from '../testing/running-product.ts'
import { startSmtpStub } from '../testing/smtp-stub.ts'
import { PASSWORD } from '../testing/test-app.ts'

const KILLS = 5
const PEOPLE_EACH = 10
const MAX_LIFETIME_MS = 3_000

test('mails of registrations before each of five kills arrive once when the mail server is back', async ({
  annotate,
}) => {
  const dataDir = await aDataFolder()
  const { url, port } = await unreachableMailServer()
  const environment = { SMTP_URL: url }
  const registered: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const product = await startProduct({ dataDir, environment })
    for (let at = 0; at < PEOPLE_EACH; at += 1) {
      const email = `person${kill}-${at}@example.edu`
      const { status } = await product
        .stranger()
        .call(registerAccount, { body: { email, password: PASSWORD } })
      if (status === 202) registered.push(email)
    }
    await pause(Math.random() * MAX_LIFETIME_MS)
    await product.kill('all')
  }
  const stub = await startSmtpStub('accepts', onTestFinished, port)
  await startProduct({ dataDir, environment })
  const waiting = () => query(connectionTo(dataDir), 'select recipient from outbox')
  // A mail that was being sent when the server was killed is unlocked after a minute.
  await expect.poll(waiting, { timeout: 300_000, interval: 1_000 }).toEqual([])
  const arrived = stub.received.flatMap(({ to }) => to)
  const lost = registered.filter(email => !arrived.includes(email))
  await annotate(
    JSON.stringify({
      tried: `kill -9 of everything with mails waiting for an unreachable mail server: ${registered.length} mails`,
      trials: KILLS,
      faults: arrived.length - new Set(arrived).size,
      losses: lost.length,
    }),
    'figures',
  )
  expect(lost).toEqual([])
  expect(arrived.toSorted()).toEqual(registered.toSorted())
})
