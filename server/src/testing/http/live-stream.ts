import { once } from 'node:events'
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { ByeReason, LiveEvent, LiveList } from '@blood-bank/contract/live/endpoints'
import type { FastifyInstance } from 'fastify'
import { onTestFinished, vi } from 'vitest'

type Received = { event: LiveEvent; data: string }

/** A live stream as a browser reads it. */
type LiveStream = {
  status: number
  headers: IncomingHttpHeaders
  /** All events so far. */
  events: Received[]
  /** Every byte so far. */
  text: () => string
  /** The lists of all hints so far. */
  lists: () => Set<LiveList>
  /** Resolves when the lists of a hint have been named. */
  hinted: (...lists: LiveList[]) => Promise<void>
  /** Resolves to the reason of the `bye`, or null without one, when the connection has ended. */
  ended: Promise<ByeReason | null>
  leave: () => void
}

/** Lets an app listen on a free port. @returns its address */
export const listenLocally = (app: FastifyInstance): Promise<string> =>
  app.listen({ port: 0, host: '127.0.0.1' })

/** Opens a stream; resolves when the server has answered. */
export async function openStream(
  address: string,
  { cookie }: { cookie: string | undefined },
  headers: Record<string, string> = {},
  query = '',
): Promise<LiveStream> {
  const req = get(`${address}/api/live${query}`, {
    agent: false,
    headers: { accept: 'text/event-stream', ...(cookie && { cookie }), ...headers },
  })
  const [res]: IncomingMessage[] = await once(req, 'response')
  if (!res) throw new Error('The server did not answer.')
  // A connection that is cut ends the stream, too.
  res.on('error', () => {})
  let text = ''
  const events: Received[] = []
  const ended = new Promise<ByeReason | null>(resolve =>
    res.on('close', () => {
      const last = events.at(-1)
      resolve(last?.event === 'bye' ? (last.data as ByeReason) : null)
    }),
  )
  res.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    events.splice(0, Number.POSITIVE_INFINITY, ...parseEvents(text))
  })
  onTestFinished(() => void res.destroy())
  const lists = () =>
    new Set(events.flatMap(({ event, data }) => (event === 'hint' ? (JSON.parse(data) as LiveList[]) : [])))
  return {
    status: res.statusCode ?? 0,
    headers: res.headers,
    events,
    text: () => text,
    lists,
    hinted: (...named) =>
      vi.waitFor(() => {
        const missing = named.filter(list => !lists().has(list))
        if (missing.length > 0) throw new Error(`no hint about ${missing.join(', ')}`)
      }, WAIT),
    ended,
    leave: () => void res.destroy(),
  }
}

const WAIT = { timeout: 10_000, interval: 20 }

const parseEvents = (text: string) =>
  [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(
    ([, event, data = '']) => ({ event, data }) as Received,
  )
