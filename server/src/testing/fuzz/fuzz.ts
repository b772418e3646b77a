import type { Endpoint } from '@blood-bank/contract/endpoint'
import fc from 'fast-check'
import { startTestApp } from '../test-app.ts'
import { type Call, callsOf } from './calls.ts'
import type { Received } from './faults/received.ts'
import { replyFault } from './faults/reply-fault.ts'
import { cookieOf, populate } from './population.ts'
import { createRowSnapshot } from './row-snapshot.ts'
import { storeOddRecords } from './store-odd-records.ts'

/** The changes of this many calls accumulate before the database is reset. */
const CALLS_BETWEEN_RESETS = 15

/** Starts an app with generated records. Call it at the top of a test file. */
export async function startFuzzing(seed: number) {
  const bank = await startTestApp({ TOKEN_SYNC_URL: 'https://portal.example.edu/sync' })
  await populate(bank.owner)
  await storeOddRecords(bank.owner, seed)
  const rows = await createRowSnapshot(bank.owner)
  let calls = 0

  const send = async (endpoint: Endpoint, call: Call): Promise<Received> => {
    calls += 1
    const cookie = [call.headers.cookie, cookieOf(call.kind)].filter(Boolean).join('; ')
    const res = await bank.app.inject({
      method: endpoint.method,
      url: call.url,
      headers: { ...call.headers, ...(cookie && { cookie }) },
      ...(call.body.length > 0 && { payload: Buffer.from(call.body) }),
      remoteAddress: call.from,
    })
    const isJson = String(res.headers['content-type']).startsWith('application/json')
    const json = isJson && res.body !== '' ? JSON.parse(res.body) : undefined
    return { status: res.statusCode, text: res.body, json, headers: res.headers }
  }

  const tryCall = async (endpoint: Endpoint, call: Call) => {
    if (endpoint.method !== 'GET' && calls % CALLS_BETWEEN_RESETS === 0) await rows.reset()
    const received = await send(endpoint, call)
    // Restores callers who were signed out, demoted or deleted. Added rows stay until the next reset.
    if (endpoint.method !== 'GET' && received.status < 300) await rows.restore().catch(rows.reset)
    const fault = replyFault(endpoint, call, received) ?? (await faultOfNext(endpoint, call, received))
    if (fault !== null) throw new Error(`${fault}\n${received.status} ${received.text.slice(0, 1000)}`)
  }

  /** The server must accept every cursor that it returns. */
  const faultOfNext = async (endpoint: Endpoint, call: Call, { json }: Received) => {
    const next = Reflect.get(Object(json), 'next')
    if (typeof next !== 'string') return null
    const search = new URLSearchParams(call.url.split('?', 2)[1])
    search.set('after', next)
    const following = { ...call, url: `${call.url.split('?', 1)[0]}?${search}` }
    const received = await send(endpoint, following)
    return received.status === 200
      ? replyFault(endpoint, following, received)
      : `the returned cursor is refused: ${received.text}`
  }

  return {
    calls: () => calls,

    /**
     * Makes generated calls of one endpoint.
     * @throws Error with the seed and the smallest failing call
     */
    async fuzz(endpoint: Endpoint, runs: number): Promise<void> {
      await rows.reset()
      const property = fc.asyncProperty(callsOf(endpoint), call => tryCall(endpoint, call))
      const { failed, counterexample, errorInstance } = await fc.check(property, { seed, numRuns: runs })
      if (!failed) return
      const [call] = counterexample ?? []
      throw new Error(
        `${endpoint.method} ${endpoint.path}: ${(errorInstance as Error | null)?.message}\n` +
          `by: ${fc.stringify(call).slice(0, 3000)}\nto repeat: FUZZ_SEED=${seed} FUZZ_RUNS=${runs} npx vitest run --project server src/app-tests/fuzz.test.ts`,
      )
    },
  }
}
