import { setTimeout } from 'node:timers/promises'
import type {
  Access,
  Endpoint,
  HandlerInputOf,
  HandlerResultOf,
  ReplyOf,
} from '@blood-bank/contract/endpoint'
import { ErrorReply } from '@blood-bank/contract/errors'
import { checkForm } from '@blood-bank/contract/forms'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { NoResultError } from 'kysely'
import * as z from 'zod/mini'
import { Refusal, refuse } from '../../platform/http/refuse.ts'
import { defineGuard } from '../../platform/http/server.ts'
import { type AnswerOptions, createAnswers, NO_BODY } from './answers.ts'
import { actorFor, authorize, type Coordination, coordinationOf, setCaller } from './caller.ts'
import { endRunning } from './calls-in-flight.ts'
import type { Http, Read, ReadReply } from './context.ts'

/** The actor of an endpoint; null is possible only when everyone may call it. */
type ActorOf<A extends Access> = A extends 'everyone' ? User | null : User

type CoordinationOf<A extends Access> = A extends 'coordinator' ? Coordination : Coordination | null

/** The input of a handler: the parsed inputs, the actor, and Fastify's request and reply for cookies and headers. */
export type Call<E extends Endpoint> = HandlerInputOf<E> & {
  actor: ActorOf<E['access']>
  /** Whose kept donors the actor may see and call. */
  coordination: CoordinationOf<E['access']>
  /** Whether the response must hold no phone number of other people. Cached responses are kept apart by it. */
  withholdsNumbers: boolean
  req: FastifyRequest
  reply: FastifyReply
}

/** Somebody who sends a body slowly must not act with a session, a role or a password that has ended in the meantime. */
const MAX_ARRIVAL_MS = 1_000

/**
 * Registers one endpoint of the contract: resolve the caller, authorize, validate the inputs, handle, validate the reply.
 * The caller is resolved before the body is read, and once more if that takes long.
 */
export function serve<E extends Endpoint>(
  http: Http,
  endpoint: E,
  handle: (call: Call<E>) => Promise<HandlerResultOf<E>>,
  options: AnswerOptions<ReplyOf<E>> = {},
): void {
  const { method, path, unknownLink, reply: success } = endpoint
  const answer = createAnswers(http, endpoint, handle as never, options)
  const guard = guardOf(endpoint, http)
  const guardAgain = (req: FastifyRequest, { elapsedTime }: FastifyReply, done: (error?: Error) => void) => {
    if (elapsedTime <= MAX_ARRIVAL_MS) return done()
    guard(req).then(() => done(), done)
  }

  http.app.route({
    method,
    url: path,
    schema: schemaOf(endpoint),
    validatorCompiler:
      ({ schema }) =>
      input =>
        checkInput(schema, input),
    ...(unknownLink && { config: { isLookUp: true } }),
    onRequest: guard,
    // Not earlier: a client that sends its body slowly would hold slots.
    preHandler: [http.admitCall, guardAgain],
    // Cached replies are compressed once.
    ...(options.cachedUntilChangeOf && { compress: false }),
    async handler(req, reply) {
      reply.code(success.status)
      const { actor, tableVersions, params, query, body } = req
      const coordination = coordinationOf(actor, req)
      const { send } = await answer({ actor, coordination, tableVersions, params, query, body, req, reply })
      return send(req, reply)
    },
    async errorHandler(error, req) {
      if (error instanceof Refusal) {
        req.hasFoundNothing = error.code === unknownLink
        if (error.pauseMs) {
          endRunning(req)
          await setTimeout(error.pauseMs)
        }
      }
      return explain(error, req)
    },
  })

  /** The caller's account may have been erased during the call. @throws Refusal if so; otherwise the error */
  async function explain(error: FastifyError, req: FastifyRequest): Promise<never> {
    if (req.actor && isRowMissing(error)) authorize(endpoint, await http.resolveCaller(req))
    throw error
  }

  const answerRead = async ({ caller, req, params, query }: Read): Promise<ReadReply> => {
    authorize(endpoint, caller)
    const inputs = { params: parsed(endpoint.params, params), query: parsed(endpoint.query, query) }
    const actor = actorFor(endpoint, caller)
    const coordination = coordinationOf(actor, caller)
    const call = { actor, coordination, tableVersions: caller.tableVersions, ...inputs, req }
    const { read } = await answer(call).catch(error => explain(error, req))
    return read()
  }
  if (method === 'GET' && success.body && !success.isStreamed && !endpoint.needsRecentPassword)
    http.reads.set(path, Object.assign(answerRead, { countsNumbers: options.limits !== undefined }))
}

/** Finds the caller. @throws Refusal if they may not call the endpoint */
const guardOf = (endpoint: Endpoint, http: Http) =>
  defineGuard(async req => {
    const caller = await http.resolveCaller(req)
    setCaller(req, caller, actorFor(endpoint, caller))
    authorize(endpoint, caller)
    const { passwordGivenAt } = caller
    if (endpoint.needsRecentPassword && !(passwordGivenAt && http.isRecent(passwordGivenAt)))
      throw refuse('password-confirmation-needed')
  })

function schemaOf(endpoint: Endpoint) {
  const { summary, access, params, query, body } = endpoint
  return {
    summary,
    description: `May be called by: ${access}.`,
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { ...describedSuccess(endpoint), default: ErrorReply },
  }
}

function describedSuccess({ reply: { status, body, csv, isEventStream } }: Endpoint) {
  const text = csv ? 'text/csv' : isEventStream && 'text/event-stream'
  return { [status]: text ? { content: { [text]: { schema: z.string() } } } : (body ?? NO_BODY) }
}

/** The parsed input, or the refusal of one that does not fit its schema, as Fastify's validators answer. */
function checkInput(schema: unknown, input: unknown): { value?: unknown; error?: Refusal } {
  const { values, fault } = checkForm(schema as never, input)
  return fault ? { error: refuse('invalid-input', fault) } : { value: values }
}

/** @throws Refusal if an input does not fit its schema */
function parsed(schema: Endpoint['query'], input: Record<string, string>): unknown {
  const { value, error } = schema ? checkInput(schema, input) : { value: input }
  if (error) throw error
  return value
}

/** The SQLSTATE of a row that refers to one that does not exist. */
const FOREIGN_KEY_VIOLATION = '23503'

const isRowMissing = (error: FastifyError) =>
  error instanceof NoResultError || error.code === FOREIGN_KEY_VIOLATION
