import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type DestinationStream, destination, type Logger, pino } from 'pino'
import type { Config } from '../../config.ts'

/**
 * What the log tells of calls and errors. An address is cut before its query, where people's words stand, and
 * of an error of the database only what is ours is kept: its details quote the row.
 */
const serializers = {
  req: (req: FastifyRequest) => ({
    method: req.method,
    path: req.url?.split('?', 1)[0],
    remoteAddress: req.ip,
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

/**
 * The log of a process: a line of JSON for each event, on standard output unless another place is given. Nothing waits
 * for it to be written; what is not written when the process ends by itself is written then.
 */
export const createLog = (
  { logLevel }: Pick<Config, 'logLevel'>,
  target: DestinationStream = destination({ sync: false }),
): Log => pino({ level: logLevel, serializers }, target)

/** Tells of each call in one line, when it is answered: one before would say nothing more. */
export class CallLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null,
    req: FastifyRequest,
    { statusCode, elapsedTime }: FastifyReply,
  ): void {
    const call = { req, userId: req.actor?.id, status: statusCode, ms: Math.round(elapsedTime * 10) / 10 }
    if (error) req.log.error({ ...call, err: error }, 'broken off')
    else req.log.info(call, 'answered')
  }
}
