import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type DestinationStream, destination, type Logger, pino } from 'pino'
import type { Config } from '../../config.ts'

/** The paths that end with a secret, however they are encoded, and also after an origin (RFC 9112, 3.2.2). */
const TOKEN_PATH = /^((?:https?:\/\/[^/]*)?\/*(?:unsubscribe|r|api\/+shared-blood-requests)\/+)./i

/** Removes the token from a path. */
function maskToken(path: string): string {
  const decoded = path.replace(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  const [, start] = TOKEN_PATH.exec(decoded) ?? []
  return start === undefined ? path : `${start}…`
}

/** The route of a request, which has no id of an account. Only where it is for many pages or files, the path. */
function loggedPath({ url, routeOptions }: FastifyRequest): string {
  const route = routeOptions?.url
  return route && !route.includes('*') ? route : maskToken(url?.split('?', 1)[0] ?? '')
}

/**
 * The properties of requests and errors in the log. The network address is omitted, and so is the query of a URL, which
 * contains what people entered. Of a database error, `detail` is omitted, because it quotes the row.
 */
const serializers = {
  req: (req: FastifyRequest) => ({
    method: req.method,
    path: loggedPath(req),
  }),
  err: (error: Error & { code?: string; constraint?: string; table?: string; status?: unknown }) => ({
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    code: error.code,
    constraint: error.constraint,
    table: error.table,
  }),
}

export type Log = Logger

/** A log to which only warnings are written. */
export type WarningLog = { warn: (details: object, message: string) => void }

/**
 * The log of a process: a line of JSON for each event, on standard output unless a target is given. Lines are written
 * together, because a write for each costs as much as the rest of a short call. What is not yet written is written when the
 * process exits, also by an error; `kill -9` loses the lines of a tenth of a second.
 */
export const createLog = (
  { logLevel }: Pick<Config, 'logLevel'>,
  target: DestinationStream = logLevel === 'silent' ? NOWHERE : standardOutput(),
): Log => pino({ level: logLevel, serializers }, target)

const standardOutput = () => destination({ sync: false, minLength: 4_096, periodicFlush: 100 })

/** Of a log that is silent. Standard output would be written to ten times a second, for as long as the process runs. */
const NOWHERE: DestinationStream = { write() {} }

/** Logs each call in one line, after its reply: which route, and neither who called nor from where. */
export class CallLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null,
    req: FastifyRequest,
    { statusCode, elapsedTime }: FastifyReply,
  ): void {
    const call = { req, status: statusCode, ms: Math.round(elapsedTime * 10) / 10 }
    if (error) req.log.error({ ...call, err: error }, 'broken off')
    else req.log.info(call, 'answered')
  }
}
