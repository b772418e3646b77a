import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, onTestFinished, test } from 'vitest'
import { LOGINS } from '../operations/demo/logins.ts'
import { launchServer } from '../testing/launch-product.ts'
import { newCaller, ORIGIN } from '../testing/person.ts'

/** The memory of a process, in MB: of a page that several use, its part. Null if it cannot be read. */
function memoryOf(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss: +(\d+) kB$/m.exec(text)?.[1]) / 1024
  } catch {
    return null
  }
}

async function startDemo(environment: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'memory-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const server = await launchServer({ dataDir, args: ['demo'], environment })
  onTestFinished(async () => {
    server.signal('SIGTERM')
    await server.ended
  })
  await server.ready
  return server
}

const QUERIES = 200_000
const CALLERS = 16
/** The cache of replies is full long before half of the queries. */
const MAX_GROWTH_MB = 24

/** A place in the list, after a time that has not come: each has a page of its own, with the newest requests. */
const placeOf = (query: number) => {
  const time = new Date(Date.UTC(2500, 0) + query).toISOString()
  return Buffer.from(JSON.stringify([time, '00000000-0000-4000-8000-000000000000'])).toString('base64url')
}

// docs/trust.md, 36
test('200,000 different queries neither end a server with a small heap nor make it grow', {
  timeout: 3_600_000,
}, async ({ skip }) => {
  const server = await startDemo({
    PUBLIC_URL: ORIGIN,
    NODE_OPTIONS: '--max-old-space-size=96',
    LOG_LEVEL: 'warn',
    // A busy machine makes the server slow, but no call is refused for it.
    EVENT_LOOP_DELAY_MS: '0',
    CALLS_PER_ACCOUNT: '0',
    CALLS_PER_ADDRESS: '0',
  })
  const member = newCaller(server.url)
  const { email, password } = LOGINS.newcomer
  const { status } = await member.call(signIn, { body: { email, password } })
  expect(status).toBe(201)
  let sent = 0
  const sendUntil = (end: number) =>
    Promise.all(
      Array.from({ length: CALLERS }, async () => {
        while (sent < end) {
          const { status, body } = await member.call(listActiveBloodRequests, {
            query: { after: placeOf(sent++), limit: 5 },
          })
          expect(status).toBe(200)
          expect(body.records).toHaveLength(5)
        }
      }),
    )
  await sendUntil(QUERIES / 2)
  const before = memoryOf(server.pid)
  await sendUntil(QUERIES)
  const after = memoryOf(server.pid)
  if (before === null || after === null)
    return skip('the system does not say how much memory a process takes')
  expect(after - before).toBeLessThan(MAX_GROWTH_MB)
})
