import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../refuse.ts'

/** Hints are short. A reader that has not taken this many bytes gets no more. */
const MAX_BUFFERED_BYTES = 16 * 1024

/** One event in the format of server-sent events. Browsers ignore an event without data. */
export const eventText = (event: string, text = '-'): string => `event: ${event}\ndata: ${text}\n\n`

/** An open stream of server-sent events. */
export type EventStream = {
  /** Sends events as text. A reader that is too slow is disconnected, not buffered for. */
  send: (events: string) => void
  /** Sends the last events and closes the connection. */
  end: (events: string) => void
  /** Calls back once, when the connection has closed for whatever reason. */
  onClose: (callback: () => void) => void
}

/** Refuses callers that do not read event streams, before anything else is done for them. @throws Refusal */
export function requireEventStream({ method, headers }: FastifyRequest): void {
  if (method !== 'GET' || !headers.accept?.includes('text/event-stream')) throw refuse('event-stream-only')
}

/**
 * Opens the stream on the connection of a call. The connection serves no further calls. Proxies are asked neither to
 * buffer nor to compress.
 */
export function createEventStream(reply: FastifyReply): EventStream {
  reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .header('connection', 'close')
    .hijack()
  const { raw } = reply
  raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
  raw.flushHeaders()
  return {
    send(events) {
      if (raw.writableEnded || raw.destroyed) return
      raw.write(events)
      if (raw.writableLength > MAX_BUFFERED_BYTES) raw.destroy()
    },
    end(events) {
      if (!raw.writableEnded && !raw.destroyed) raw.end(events)
    },
    onClose(callback) {
      // The caller may have left before the stream was opened.
      if (raw.destroyed) setImmediate(callback)
      else raw.once('close', callback)
    },
  }
}
