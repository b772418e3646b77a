import { join } from 'node:path'
import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { searchDonors } from '@blood-bank/contract/donors/endpoints'
import { registerAccount, sendPasswordResetMail } from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { findServersIn } from '@blood-bank/postgres-local/processes'
import { query } from '@blood-bank/postgres-local/testing/queries'
import { beforeAll, expect, test } from 'vitest'
import { newMemberOf } from '../testing/members.ts'
import { aBloodRequest, type Person } from '../testing/person.ts'
import {
  aDataFolder,
  type RunningProduct,
  startProduct,
  untilTheFileIsDone,
} from '../testing/running-product.ts'
import { NO_POSTING_LIMITS, PASSWORD } from '../testing/test-app.ts'

const timeout = 600_000
const TRIALS = 5
/** Without other work it is three; a call that waited for the database would wait for the whole outage. */
const ANSWERED_WITHIN_MS = 20_000

/** Sends a signal to PostgreSQL and all its workers. */
function signalPostgres(dataDir: string, signal: NodeJS.Signals): void {
  for (const { pid } of findServersIn(join(dataDir, 'postgres'))) {
    try {
      process.kill(pid, signal)
    } catch {
      // The worker has ended meanwhile.
    }
  }
}

const until = untilTheFileIsDone()
let dataDir: string
let product: RunningProduct
beforeAll(async () => {
  dataDir = await aDataFolder(until)
  product = await startProduct({ dataDir, environment: NO_POSTING_LIMITS, until })
}, timeout)

test('while no standby confirms what is written, the server is not ready', { timeout }, async () => {
  const readiness = async () => (await product.stranger().send('GET', '/readyz')).status
  const requireStandby = async (name: string) => {
    await query(connectionTo(dataDir), `alter system set synchronous_standby_names = '${name}'`)
    await query(connectionTo(dataDir), 'select pg_reload_conf()')
  }
  await requireStandby('absent')
  // However often it is asked, one connection at most waits.
  for (let time = 0; time < 3; time += 1) await expect.poll(readiness).toBe(503)
  const waiting = `select from pg_stat_activity where wait_event = 'SyncRep' and query like '%readyz%'`
  expect((await query(connectionTo(dataDir), waiting)).length).toBeLessThan(2)
  await requireStandby('')
  await expect.poll(readiness).toBe(200)
})

let strangers = 0

/** Makes one call of each kind that needs the database, all at once. @returns the replies and their durations */
function callDatabaseEndpoints(member: Person & { email: string }) {
  const email = `stranger${++strangers}@example.edu`
  const calls = [
    () => member.call(readSession),
    () => member.call(listActiveBloodRequests, { query: {} }),
    () => member.call(searchDonors, { query: { bloodGroup: 'O+' } }),
    () => member.call(postBloodRequest, { body: aBloodRequest() }),
    // From a browser without a session: a sign-in ends the one of its browser, which the other calls need.
    () =>
      member.send(signIn.method, signIn.path, {
        body: { email: member.email, password: PASSWORD },
        headers: { cookie: '' },
      }),
    () => member.call(registerAccount, { body: { email, password: PASSWORD } }),
    () => member.call(sendPasswordResetMail, { body: { email } }),
  ]
  return Promise.all(
    calls.map(async call => {
      const begunAt = performance.now()
      const reply = await call()
      return { reply, tookMs: performance.now() - begunAt }
    }),
  )
}

test('while PostgreSQL is suspended or dead, calls are refused as unavailable, and the server recovers by itself', {
  timeout,
}, async () => {
  const rima = await newMemberOf(product)
  const isBack = async () => (await rima.call(readSession)).body.user?.email === rima.email

  for (let trial = 0; trial < TRIALS; trial += 1)
    for (const signal of ['SIGSTOP', 'SIGKILL'] as const) {
      const callsInFlight = callDatabaseEndpoints(rima)
      signalPostgres(dataDir, signal)
      const after = callDatabaseEndpoints(rima)
      expect((await product.stranger().send('GET', '/healthz')).status).toBe(200)
      for (const { reply, tookMs } of [...(await callsInFlight), ...(await after)]) {
        expect(tookMs).toBeLessThan(ANSWERED_WITHIN_MS)
        if (reply.status < 300) continue
        expect(reply).toRefuse(
          'unavailable',
          'The service is not available right now. Please try again shortly.',
        )
        expect(reply.headers['retry-after']).toBe('5')
      }
      if (signal === 'SIGSTOP') {
        for (const { reply } of await after) expect(reply.status).toBe(503)
        signalPostgres(dataDir, 'SIGCONT')
      }
      await expect.poll(isBack).toBe(true)
    }
  const recovered = await callDatabaseEndpoints(rima)
  expect(recovered.map(({ reply }) => reply.status)).toEqual([200, 200, 200, 201, 201, 202, 202])
  expect(await product.stop()).toBe(0)
})
