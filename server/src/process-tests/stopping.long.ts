import { spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { closeBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { registerAccount } from '@blood-bank/contract/passwords/accounts'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { postmastersIn, processTree } from '@blood-bank/postgres-local/testing/process-tree'
import { query } from '@blood-bank/postgres-local/testing/queries'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MAX_CONNECTIONS } from '../platform/database/connection.ts'
import { findFreePort } from '../testing/launch-product.ts'
import { aBloodRequest } from '../testing/person.ts'
import { aDataFolder, anEmptyFolder, launchProduct, startProduct } from '../testing/running-product.ts'
import { startSmtpStub } from '../testing/smtp-stub.ts'
import { NO_POSTING_LIMITS, PASSWORD } from '../testing/test-app.ts'

const timeout = 300_000
const WAIT = { timeout: 60_000, interval: 10 }
/** As many as there are connections wait in PostgreSQL; the others wait for a connection. */
const CALLS = 20
/** Without other work it takes three seconds; a stop that hangs takes longer than this on the busiest machine. */
const STOPPED_WITHIN_MS = 20_000

/** Locks blood requests against writes until `release` is called. */
async function blockWrites(dataDir: string) {
  const client = new pg.Client(connectionTo(dataDir))
  // Once the lock is released, the product may stop PostgreSQL before this connection is closed.
  client.on('error', () => {})
  await client.connect()
  await client.query('begin; lock table blood_requests in exclusive mode')
  const waiting = 'select count(*)::int as calls from pg_locks where not granted'
  return {
    countWaiting: async () => (await client.query(waiting)).rows[0].calls,
    release: async () => {
      await client.query('rollback')
      await client.end().catch(() => {})
    },
  }
}

/** Whether the server accepts no new calls. */
const isClosed = (url: string) =>
  fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
    ({ status }) => status === 503,
    () => true,
  )

test.each(['SIGTERM', 'Ctrl-C'] as const)(
  '%s lets twenty calls finish, then stops PostgreSQL; neither repetitions nor silent senders and mail servers delay it',
  { timeout },
  async how => {
    const silent = await startSmtpStub('silent', onTestFinished)
    const dataDir = await aDataFolder()
    const environment = { ...NO_POSTING_LIMITS, CALLS_PER_ACCOUNT: '0', SMTP_URL: silent.url }
    const product = await startProduct({ dataDir, environment })
    const rima = product.stranger()
    const credentials = { email: 'rima@example.edu', password: PASSWORD }
    await rima.call(registerAccount, { body: credentials })
    // Before the address is verified: then the email is not needed any more.
    await vi.waitUntil(() => silent.connections() > 0, WAIT)
    await query(connectionTo(dataDir), 'update users set email_verified = true')
    await rima.call(signIn, { body: credentials })
    const post = () => rima.call(postBloodRequest, { body: aBloodRequest() })
    const posted = await Promise.all(Array.from({ length: CALLS }, post))
    const { countWaiting, release } = await blockWrites(dataDir)
    const body = { status: 'fulfilled' } as const
    const replies = Promise.all(
      posted.map(({ body: { id } }) => rima.call(closeBloodRequest, { params: { id }, body })),
    )
    await vi.waitUntil(async () => (await countWaiting()) === MAX_CONNECTIONS, WAIT)
    const sender = connect(product.port, '127.0.0.1')
    onTestFinished(() => void sender.destroy())
    sender.on('error', () => {})
    sender.write('POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{')
    // What was sent before this call has arrived when it is answered.
    await product.stranger().send('GET', '/healthz')

    const begunAt = performance.now()
    const ended = product.stop(how)
    product.stop('SIGTERM')
    product.stop('Ctrl-C')
    await vi.waitUntil(() => isClosed(product.url), WAIT)
    await release()
    const statuses = (await replies).map(({ status }) => status)
    expect(statuses.filter(status => status === 200).length).toBeGreaterThanOrEqual(MAX_CONNECTIONS)
    // On a busy machine a call may time out waiting for a connection and is refused.
    expect(statuses.filter(status => status !== 200 && status !== 503)).toEqual([])
    expect(await ended).toBe(0)
    expect(performance.now() - begunAt).toBeLessThan(STOPPED_WITHIN_MS)
    expect(postmastersIn(dataDir)).toEqual([])
    expect(product.output()).not.toMatch(/error|connection (lost|terminated)|terminating connection/i)
  },
)

/** A process with id 1, as in a container, gets only the signals for which it has a handler. */
const AS_PROCESS_1 = ['unshare', '--pid', '--fork', '--kill-child', '--']
const launcher = spawnSync('unshare', [...AS_PROCESS_1.slice(1), 'true']).status === 0 ? AS_PROCESS_1 : []

test('a server that waits for PostgreSQL ends at SIGTERM, also with process id 1', { timeout }, async () => {
  const environment = { DATABASE_URL: `postgresql://nobody@127.0.0.1:${await findFreePort()}/nothing` }
  const product = await launchProduct({ dataDir: await anEmptyFolder(), environment, launcher })
  await vi.waitUntil(() => /is not available .* The server waits/.test(product.output()), WAIT)
  process.kill(processTree(product.pid).at(-1) as number, 'SIGTERM')
  expect(await product.ended).toBe(0)
})
