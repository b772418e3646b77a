import { type Endpoint, endpoint } from '@blood-bank/contract/endpoint'
import type { User } from '@blood-bank/contract/users/endpoints'
import { expect, onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'
import { readConfig } from '../../config.ts'
import { ANONYMOUS } from '../../identity/access/caller.ts'
import type { RecordSecurityEvent } from '../../identity/access/security-events.ts'
import { serve } from '../../identity/access/serve.ts'
import { serveDocumentation } from '../../platform/http/documentation.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { createBareHttp } from './bare-http.ts'

/** Its handler waits until the test ends it. */
export const held = endpoint({
  method: 'DELETE',
  path: '/api/held',
  access: 'everyone',
  summary: 'Held open.',
  reply: { status: 200, body: z.object({ call: z.int() }) },
})
export const heldStream = endpoint({
  ...held,
  path: '/api/held-stream',
  reply: { status: 200, isEventStream: true },
})
export const heldRead = endpoint({ ...held, method: 'GET', path: '/api/held-read' })
export const heldForm = endpoint({
  ...held,
  method: 'POST',
  path: '/api/held-form',
  body: z.object({ text: z.string(), password: z.optional(z.string()) }),
})
/** A look-up by a link, which the text of the body is: `unknown` leads to nothing. */
export const heldLookUp = endpoint({
  ...heldForm,
  path: '/api/held-look-up',
  unknownLink: 'link-not-valid',
})
/** An export whose first line is sent at once and whose end waits for the test. */
export const heldTable = endpoint({
  ...held,
  method: 'GET',
  path: '/api/held-table',
  reply: { status: 200, csv: ['Name'] },
})

/** The headers of a caller behind a trusted proxy, who is identified by name. */
export const callerHeaders = (user?: string, from = '203.0.113.1') => ({
  origin: 'http://localhost:3000',
  'x-forwarded-for': from,
  ...(user !== undefined && { user }),
})

/** A server whose handlers the test holds open. */
export async function startHeldServer(environment: Record<string, string> = {}) {
  const config = readConfig({ TRUSTED_PROXIES: '127.0.0.1', EVENT_LOOP_DELAY_MS: '0', ...environment })
  const events: Parameters<RecordSecurityEvent>[] = []
  let arrivedCalls = 0
  const calls: { end: () => void; fail: () => void }[] = []
  const tableEnd = Promise.withResolvers<void>()
  const handle = () =>
    new Promise<{ call: number }>((resolve, reject) => {
      const call = calls.length + 1
      calls.push({ end: () => resolve({ call }), fail: () => reject(new Error('the handler failed')) })
    })
  const http = createBareHttp({
    config,
    recordSecurityEvent: (...event) => void events.push(event),
    resolveCaller: async ({ headers: { user } }) => {
      arrivedCalls += 1
      return { ...ANONYMOUS, user: user === undefined ? null : memberOf(`${user}`) }
    },
  })
  const { app } = http
  onTestFinished(() => app.close())
  serveDocumentation(app, http.admitCall)
  serve(http, held, handle)
  serve(http, heldRead, handle)
  serve(http, heldForm, handle)
  serve(http, heldLookUp, async ({ body: { text } }) => {
    if (text === 'unknown') throw refuse('link-not-valid')
    return handle()
  })
  serve(http, heldStream, async ({ reply }) => {
    reply.hijack()
    handle().then(() => reply.raw.end())
  })
  serve(http, heldTable, async () => ({ name: 'names', count: 1, pages: pagesUntil(tableEnd.promise) }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const call = (
    user?: string,
    { from = '203.0.113.1', endpoint = held as Endpoint, body = undefined as object | undefined } = {},
  ) =>
    app.inject({
      method: endpoint.method,
      url: endpoint.path,
      headers: callerHeaders(user, from),
      ...(body && { payload: body }),
    })
  /** Waits until `count` handlers have started. */
  const begun = (count: number) => vi.waitFor(() => expect(calls).toHaveLength(count))
  /** Waits until `count` calls have passed the limit of their address. */
  const arrived = (count: number) => vi.waitFor(() => expect(arrivedCalls).toBe(count))
  /** Ends every call, also those that begin only then, and expects that all replies are successful. */
  const answerAll = async (replies: Iterable<Promise<{ statusCode: number }>>) => {
    let isOver = false
    const all = Promise.all(replies).finally(() => {
      isOver = true
    })
    while (!isOver) {
      for (const { end } of calls) end()
      await settle()
    }
    for (const { statusCode } of await all) expect(statusCode).toBe(200)
  }
  return {
    app,
    port: Number(new URL(url).port),
    events,
    calls,
    call,
    begun,
    arrived,
    answerAll,
    endTable: () => tableEnd.resolve(),
  }
}

const memberOf = (id: string): User => ({
  id,
  email: `${id}@example.edu`,
  role: 'user',
  emailVerified: true,
  createdAt: '2026-01-01T00:00:00.000Z',
})

async function* pagesUntil(end: Promise<void>) {
  yield [{ Name: 'Rima Akter' }]
  await end
}

/** Waits until everything has run that does not wait for the test. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
}
