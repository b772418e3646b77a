import type { Socket } from 'node:net'
import { type ErrorReply, REFUSALS, type RefusalCode } from '@blood-bank/contract/errors'
import { restoreAddress } from '@blood-bank/contract/pages/addresses'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { nodeHttp } from '../../config/node-http.ts'
import type { Config } from '../../config.ts'
import { QueueFullError } from '../database/connection.ts'
import { InvalidCursorError } from '../database/listing.ts'
import { isDatabaseUnavailable } from '../database/outage.ts'
import { opensPage, textOf } from './opens-page.ts'
import { Refusal, refuse } from './refuse.ts'

const RETRY_AFTER_S = 5
const RETRY_AFTER_FULL_QUEUE_S = 1

/**
 * Sends every failure as the contract's `ErrorReply`. An error that is not a refusal is logged in full and sent as a plain
 * 500. Outside production, a hint says how to fix the database if that is the cause.
 */
export function handleErrors(app: FastifyInstance, { isProduction }: Pick<Config, 'isProduction'>): void {
  app.setErrorHandler((error: FastifyError | Refusal, req, reply) => {
    const refusal = refusalOf(error, req)
    return sendRefusal(reply, refusal, {
      hint: isProduction ? undefined : developerHint(error),
      requestId: refusal.code === 'unexpected-error' ? req.id : undefined,
    })
  })
  app.setNotFoundHandler((_req, reply) => sendRefusal(reply, refuse('not-found')))
}

/** The refusal for any error of a handler. An unexpected one is logged. */
export const refusalOf = (error: FastifyError | Refusal, req: FastifyRequest): Refusal =>
  error instanceof Refusal ? error : (refusalForKnownError(error) ?? refuseUnexpectedError(error, req))

/**
 * Refuses a URL that cannot be decoded, or leads a person who opens it to the page that it begins with, otherwise to `/`.
 * Fastify runs no hooks for it, so the headers are set here.
 */
export function replyToUnreadableRequest(
  req: FastifyRequest,
  reply: FastifyReply,
  headers: Record<string, string>,
) {
  reply.headers(headers)
  if (opensPage(req)) return reply.redirect(restoreAddress(textOf(req)) ?? '/')
  return sendRefusal(reply, refuse('invalid-input', { message: 'This address cannot be read.' }))
}

const NODE_CODES: Record<string, RefusalCode> = {
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
    const code = NODE_CODES[error.code] ?? 'no-http'
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

function sendRefusal(
  reply: FastifyReply,
  refusal: Refusal,
  details: Pick<ErrorReply['error'], 'hint' | 'requestId'> = {},
) {
  const { code, status, message, fields, retryAfterSeconds } = refusal
  // Over the same connection the next call would come at once. A proxy needs its own for others.
  if ((status === 429 || status === 503) && !isForwarded(reply.request)) reply.header('connection', 'close')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfterSeconds)))
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify)
  // JSON omits undefined properties.
  return reply.code(status).send({ error: { code, message, fields, ...details } })
}

/** Whether a trusted proxy has forwarded the call: whoever is not trusted is told as the only address. */
const isForwarded = ({ ips = [] }: FastifyRequest) => ips.length > 1

/** The catalogue's refusal for an error of Fastify or of the database layer; null for any other error. */
function refusalForKnownError(error: FastifyError): Refusal | null {
  if (error instanceof QueueFullError)
    return refuse('unavailable', { retryAfterSeconds: RETRY_AFTER_FULL_QUEUE_S })
  if (error instanceof InvalidCursorError)
    return refuse('invalid-input', {
      fields: { after: 'This is not a valid place in the list. Please reload the list.' },
    })
  if (isDatabaseUnavailable(error)) return refuse('unavailable', { retryAfterSeconds: RETRY_AFTER_S })
  if (error.statusCode === 413) return refuse('body-too-large')
  if (error.statusCode === 415) return refuse('unsupported-media-type')
  if (error.statusCode === 404) return refuse('not-found')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return refuse('invalid-input', { message: 'The body of this call is not valid JSON.' })
  return null
}

function refuseUnexpectedError(error: FastifyError, req: FastifyRequest) {
  // Somebody who cancels a download before its first page is no failure.
  const isCancelled = error.code === 'ERR_STREAM_PREMATURE_CLOSE' && req.socket.destroyed
  if (!isCancelled) req.log.error(error)
  return refuse('unexpected-error')
}

/** PostgreSQL's error codes for a missing table, column, index or function. */
const MISSING_OBJECT_CODES = new Set(['42P01', '42703', '42704', '42883', '42P10'])

/** The statement timeout of PostgreSQL, or the query timeout of the driver, which comes first on a slow connection. */
const isTimeout = ({ code, message }: { code?: unknown; message: string }) =>
  code === '57014' || message === 'Query read timeout'

/**
 * Tells a developer how to fix a failed query (spec §8); undefined if no migration can fix it. The hint names tables and
 * columns, so it must not be sent in production.
 */
export function developerHint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && MISSING_OBJECT_CODES.has(code))
    return `The database lacks something (${error.message}): a migration has not run. Restart the server, which runs it.`
  if (isTimeout(error))
    return 'This query took too long: an index may be missing. Look at it with EXPLAIN (ANALYZE, BUFFERS) and add a migration that makes the index.'
  return undefined
}
