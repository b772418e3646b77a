import type { Socket } from 'node:net'
import { type ErrorReply, REFUSALS, type RefusalCode } from '@blood-bank/contract/errors'
import type { ConnectionError, FastifyInstance } from 'fastify'
import { nodeHttp } from '../../../config/node-http.ts'
import { refuse } from '../refuse.ts'

const CODES: Record<string, RefusalCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
}

/**
 * Answers a request that is malformed, too slow or has too large headers, and closes the connection. Fastify runs no hooks
 * for it, and Node's own reply would lack the security headers (docs/trust.md, 21).
 */
export const replyToMalformedRequest =
  (headers: Record<string, string>) =>
  (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const code = CODES[error.code] ?? 'no-http'
    const { status, message } = REFUSALS[code]
    const body = JSON.stringify({ error: { code, message } } satisfies ErrorReply)
    const lines = Object.entries({
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`)
    socket.write([`HTTP/1.1 ${status} ${nodeHttp.STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
    socket.destroySoon()
  }

/** Refuses requests that Node would refuse with an empty reply. */
export function refuseMalformedRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (req, _reply, done) =>
    done(req.headers.host === undefined ? refuse('no-http') : undefined),
  )
  // A server may ignore an unknown expectation (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (req, res) => app.server.emit('request', req, res))
}
