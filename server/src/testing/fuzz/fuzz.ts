import type { Endpoint } from '@blood-bank/contract/endpoint'
import fc from 'fast-check'
import { expect } from 'vitest'
import { ORIGIN } from '../person.ts'
import { populate } from '../population.ts'
import { createRowSnapshot } from '../postgres/row-snapshot.ts'
import { startTestApp } from '../test-app.ts'
import { type Call, callsOf, urlOf } from './calls.ts'
import { type Received, requireContract, requireNoLeak } from './replies.ts'

/** Starts an app with generated records. Call it at the top of a test file. */
export async function startFuzzing(seed: number) {
  const bank = await startTestApp({
    TOKEN_SYNC_URL: 'https://portal.example.edu/sync',
    CALLS_PER_ACCOUNT: '0',
    CALLS_PER_ADDRESS: '0',
  })
  const population = await populate(bank, seed)
  const restore = await createRowSnapshot(bank.owner)
  let calls = 0

  async function send(endpoint: Endpoint, call: Call): Promise<Received> {
    calls += 1
    const { kind, body, headers, from } = call
    const cookie = population.cookies[kind]
    const res = await bank.app.inject({
      method: endpoint.method,
      url: urlOf(endpoint, call),
      headers: {
        origin: ORIGIN,
        ...(cookie && { cookie }),
        ...(body !== null && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== null && { payload: body }),
      remoteAddress: from,
    })
    const isJson = String(res.headers['content-type']).startsWith('application/json')
    const json = isJson && res.body !== '' ? JSON.parse(res.body) : undefined
    return { status: res.statusCode, text: res.body, json, headers: res.headers }
  }

  /** Every call finds the same rows. The server must accept every cursor that it returns. */
  async function tryCall(endpoint: Endpoint, call: Call, isFollowed = true): Promise<void> {
    const received = await send(endpoint, call)
    requireContract(endpoint, call, received, await restore())
    requireNoLeak(call, received)
    const after = (received.json as { next?: string | null } | undefined)?.next
    if (!isFollowed) expect(received.status, 'a returned cursor is refused').toBe(200)
    else if (after) await tryCall(endpoint, { ...call, query: { ...call.query, after } }, false)
  }

  return {
    calls: () => calls,

    /**
     * Makes generated calls of one endpoint.
     * @throws Error with the smallest failing call, and the seed, which `FUZZ_SEED` repeats
     */
    fuzz: (endpoint: Endpoint, numRuns: number): Promise<void> =>
      fc.assert(
        fc.asyncProperty(callsOf(endpoint, population.known), call => tryCall(endpoint, call)),
        { seed, numRuns },
      ),
  }
}
