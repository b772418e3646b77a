import { decodeLink } from '@blood-bank/contract/pages/link-tokens'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type DestinationStream, destination, type Logger, pino } from 'pino'
import type { Config } from '../../config.ts'

/** What follows these in a path is a secret, also where its `#` was encoded, and after an origin (RFC 9112, 3.2.2). */
const SECRET =
  /((?:^|\/)(?:unsubscribe|r|shared-blood-requests|verify-email|reset-password|answer|a|confirm|claim)(?![a-z-])\/*).+/is

/** The rest of a path that no program writes, such as "=" or a blank, and whatever is as long as a token. */
const UNUSUAL = /[^\w./~-].*|[\w-]{20,}/gs

/** Removes secrets from a path, however it is encoded or damaged. */
const maskSecrets = (path: string): string => decodeLink(path).replace(SECRET, '$1…').replace(UNUSUAL, '…')

/** The route of a request, which has no id of an account. Only where it is for many pages or files, the path. */
function loggedPath({ url, routeOptions }: FastifyRequest): string {
  const route = routeOptions?.url
  return route && !route.includes('*') ? route : maskSecrets(url?.split('?', 1)[0] ?? '')
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
