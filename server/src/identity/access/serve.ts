import { setTimeout } from 'node:timers/promises'
import type {
  Access,
  CsvFile,
  Endpoint,
  HandlerInputOf,
  HandlerResultOf,
  ReplyOf,
} from '@blood-bank/contract/endpoint'
import { ErrorReply } from '@blood-bank/contract/errors'
import { checkForm } from '@blood-bank/contract/forms'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { NoResultError } from 'kysely'
import * as z from 'zod/mini'
import { combineVersions } from '../../platform/database/table-versions.ts'
import { defineGuard } from '../../platform/http/guards.ts'
import { Refusal, refuse } from '../../platform/http/refuse.ts'
import { sendCsv } from '../../platform/http/replies/csv.ts'
import { entityTagOf } from '../../platform/http/replies/entity-tag.ts'
import {
  type CachedReply,
  type ResponseCache,
  sendCachedReply,
} from '../../platform/http/replies/response-cache.ts'
import { createSharedReply } from '../../platform/http/replies/shared-reply.ts'
import { sendStreamedJson } from '../../platform/http/replies/streamed-json.ts'
import type { CountedReply, PhoneNumberLimits } from '../numbers/phone-number-limits.ts'
import { type ContactReply, recordsIn, withhold } from '../numbers/withhold.ts'
import { actorFor, authorize, type CachedTable, type Caller, setCaller } from './caller.ts'
import { type AdmitCall, endRunning, releaseSlots } from './calls-in-flight.ts'

/** The Fastify app on which endpoints are registered, with the dependencies of every endpoint. */
export type Http = {
  app: FastifyInstance
  resolveCaller: (req: FastifyRequest) => Promise<Caller>
  /** Whether a password was entered recently enough for endpoints that require it. */
  isRecent: (passwordGivenAt: Date) => boolean
  responseCache: ResponseCache
  admitCall: AdmitCall
  phoneNumberLimits: PhoneNumberLimits
  /** What answers the reads of the contract in this process, by the path of the endpoint: pages are rendered with them. */
  reads: Map<string, AnswerRead>
  /** Whether a person gets no numbers of other people before they verify their email. */
  withholdsNumbersFrom: (actor: User) => boolean
  now: () => Date
  /** The calendar date in the site's time zone, as `YYYY-MM-DD`. */
  today: () => string
}

/** A read for a page that somebody opens. Parameters and query are as an address has them. */
type Read = {
  caller: Caller
  /** The request for the page. */
  req: FastifyRequest
  params: Record<string, string>
  query: Record<string, string>
}

/** The body of a reply as JSON, and its entity tag if it has one. */
type ReadReply = { text: string; tag: string | null }

/**
 * Answers a read in this process, with the rights, limits and counts of a call.
 * @throws Refusal as the call would be refused, or whatever else the handler throws
 */
type AnswerRead = {
  (read: Read): Promise<ReadReply>
  /** Whether phone numbers in the reply count for whoever reads them. */
  countsNumbers: boolean
}

/** A call as it is answered: the parsed inputs, the request, which may be one for a page, and the reply if it is not. */
type Answering = Pick<Caller, 'tableVersions'> & {
  actor: User | null
  params: unknown
  query: unknown
  body?: unknown
  req: FastifyRequest
  reply?: FastifyReply
}

/** What is sent: a cached reply, or what `shorten` leaves of it for this caller; a text; or what is still to be encoded. */
type Answered =
  | { cached: CachedReply; shorten: () => Promise<string | null> }
  | { cached?: never; text: string }
  | { cached?: never; text?: never; result: unknown }

type ServeOptions<Reply> = {
  /** The reply depends on these tables and on the parameters of path and query alone: it is cached until one of them changes. */
  cachedUntilChangeOf?: readonly CachedTable[]
  /** Whether a cached reply depends on the calendar date, too: it is then cached until midnight at the latest. */
  dependsOnToday?: boolean
  /** Whether the reply depends on the caller, too. */
  isPersonal?: boolean
  /** Whether a reply may be a second old, and is the same for everybody who may call: concurrent calls share it. */
  isShared?: boolean
  /**
   * Whether the response, a record or a page of them, has phone numbers of other people, or lists people, too. Numbers are
   * counted for each account, people for the network of unverified accounts; what is beyond a limit is withheld.
   */
  limits?: Reply extends ContactReply ? 'numbers' | 'numbers and people' : never
}

/** Somebody who sends a body slowly must not act with a session, a role or a password that has ended in the meantime. */
const MAX_ARRIVAL_MS = 1_000

/** The actor of an endpoint; null is possible only when everyone may call it. */
type ActorOf<A extends Access> = A extends 'everyone' ? User | null : User

/** The input of a handler: the parsed inputs, the actor, and Fastify's request and reply for cookies and headers. */
export type Call<E extends Endpoint> = HandlerInputOf<E> & {
  actor: ActorOf<E['access']>
  /** Whether the response must hold no phone number of other people. Cached responses are kept apart by it. */
  withholdsNumbers: boolean
  req: FastifyRequest
  reply: FastifyReply
}

/**
 * Registers one endpoint of the contract: resolve the caller, authorize, validate the inputs, handle, validate the reply.
 * The caller is resolved before the body is read, and once more if that takes long.
 */
export function serve<E extends Endpoint>(
  http: Http,
  endpoint: E,
  handle: (call: Call<E>) => Promise<HandlerResultOf<E>>,
  {
    cachedUntilChangeOf: tables,
    dependsOnToday = false,
    isPersonal = false,
    isShared = false,
    limits,
  }: ServeOptions<ReplyOf<E>> = {},
): void {
  const { app, responseCache, phoneNumberLimits, admitCall, now, today } = http
  const share = isShared ? createSharedReply<{ text: string }>(now) : null
  const { method, path, access, unknownLink, reply: success } = endpoint
  const guard = guardOf(endpoint, http)
  const guardAgain = (req: FastifyRequest, { elapsedTime }: FastifyReply, done: (error?: Error) => void) => {
    if (elapsedTime <= MAX_ARRIVAL_MS) return done()
    guard(req).then(() => done(), done)
  }
  const serialize = serializerCompiler({ schema: success.body ?? NO_BODY, method, url: path })

  async function answer(answering: Answering): Promise<Answered> {
    const { params, actor, tableVersions, req } = answering
    const query = withAllowedLimit(answering.query, actor)
    const withholdsNumbers = actor !== null && http.withholdsNumbersFrom(actor)
    const handleCall = () => handle({ ...answering, query, withholdsNumbers } as Call<E>)
    const count = (contacts: CountedReply) =>
      limits && actor ? phoneNumberLimits.count(actor, req.ip, contacts) : null
    const render = async () => {
      const result = await handleCall()
      return { text: serialize(result), ...contactsOf(result) }
    }
    if (tables && tableVersions) {
      const date = dependsOnToday ? today() : null
      const version = combineVersions(
        tables.map(table => tableVersions[table]),
        date,
      )
      const key = JSON.stringify([path, params, query, isPersonal && actor?.id, withholdsNumbers])
      const cached = await responseCache({ key, version, render })
      const shorten = async () => {
        const withheld = await count(cached)
        return withheld && JSON.stringify(withhold(JSON.parse(cached.plain.toString()), withheld))
      }
      return { cached, shorten }
    }
    if (share) return { text: (await share(render)).text }
    const result = await handleCall()
    const withheld = await count(contactsOf(result))
    return { result: withheld ? withhold(result as ContactReply, withheld) : result }
  }

  const answerRead = async ({ caller, req, params, query }: Read): Promise<ReadReply> => {
    authorize(endpoint, caller)
    const actor = actorFor(endpoint, caller)
    const { tableVersions } = caller
    const inputs = { params: parsed(endpoint.params, params), query: parsed(endpoint.query, query) }
    const answered = await answer({ actor, tableVersions, ...inputs, req }).catch(error =>
      explain(error, req),
    )
    if (!answered.cached) return { text: answered.text ?? serialize(answered.result), tag: null }
    const text = await answered.shorten()
    return text === null
      ? { text: answered.cached.plain.toString(), tag: answered.cached.tag }
      : { text, tag: entityTagOf(text) }
  }
  if (method === 'GET' && success.body && !success.isStreamed && !endpoint.needsRecentPassword)
    http.reads.set(path, Object.assign(answerRead, { countsNumbers: limits !== undefined }))

  app.route({
    method,
    url: path,
    schema: {
      summary: endpoint.summary,
      description: `May be called by: ${access}.`,
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      response: { ...describedSuccess(endpoint), default: ErrorReply },
    },
    validatorCompiler:
      ({ schema }) =>
      input =>
        checkInput(schema, input),
    ...(unknownLink && { config: { isLookUp: true } }),
    onRequest: guard,
    // Not earlier: a client that sends its body slowly would hold slots.
    preHandler: [admitCall, guardAgain],
    // Cached replies are compressed once.
    ...(tables && { compress: false }),
    handler: async (req, reply) => {
      reply.code(success.status)
      const { actor, tableVersions, params, query, body } = req
      const answered = await answer({ actor, tableVersions, params, query, body, req, reply })
      // The handler has opened the stream, which stays open for hours.
      if (success.isEventStream) {
        releaseSlots(req)
        return reply
      }
      if (answered.cached) return sendCachedReply(req, reply, answered.cached, answered.shorten)
      if (answered.text !== undefined)
        return reply.type('application/json; charset=utf-8').send(answered.text)
      const { result } = answered
      if (success.csv)
        return sendCsv(reply, success.csv, result as CsvFile, async () => {
          authorize(endpoint, await http.resolveCaller(req))
        })
      return success.isStreamed ? sendStreamedJson(reply, success.body, result as object) : reply.send(result)
    },
    errorHandler: async (error, req) => {
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

  function withAllowedLimit(query: unknown, actor: User | null) {
    if (!limits || !actor || !isPaged(query)) return query
    return { ...query, limit: Math.min(query.limit, phoneNumberLimits.maxPageSizeFor(actor)) }
  }

  function contactsOf(result: HandlerResultOf<E>): CountedReply {
    const records = limits ? recordsIn(result as ContactReply) : []
    const { hashOf } = phoneNumberLimits
    return {
      numbers: records.map(({ contactNumber }) => (contactNumber === null ? null : hashOf(contactNumber))),
      // A person counts once, whatever they are called.
      names: limits === 'numbers and people' ? records.map(({ id }) => hashOf(id)) : [],
    }
  }
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

const isPaged = (query: unknown): query is { limit: number } =>
  typeof query === 'object' && query !== null && typeof Reflect.get(query, 'limit') === 'number'

/** The API documentation shows a schema of this type as a reply without a body. */
const NO_BODY = z.any().register(z.globalRegistry, { type: 'null', description: 'No body' })

function describedSuccess({ reply: { status, body, csv, isEventStream } }: Endpoint) {
  const text = csv ? 'text/csv' : isEventStream && 'text/event-stream'
  return { [status]: text ? { content: { [text]: { schema: z.string() } } } : (body ?? NO_BODY) }
}

const guardOf = (endpoint: Endpoint, http: Http) =>
  defineGuard(async req => {
    const caller = await http.resolveCaller(req)
    setCaller(req, caller, actorFor(endpoint, caller))
    authorize(endpoint, caller)
    const { passwordGivenAt } = caller
    if (endpoint.needsRecentPassword && !(passwordGivenAt && http.isRecent(passwordGivenAt)))
      throw refuse('password-confirmation-needed')
  })
