import type { CsvFile, Endpoint } from '@blood-bank/contract/endpoint'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { combineVersions, type TableVersion } from '../../platform/database/table-versions.ts'
import { sendCsv } from '../../platform/http/replies/csv.ts'
import { entityTagOf } from '../../platform/http/replies/entity-tag.ts'
import { sendCachedReply } from '../../platform/http/replies/response-cache.ts'
import { createSharedReply } from '../../platform/http/replies/shared-reply.ts'
import { sendStreamedJson } from '../../platform/http/replies/streamed-json.ts'
import { authorize, type CachedTable, type Caller, type Coordination } from './caller.ts'
import { releaseSlots } from './calls-in-flight.ts'
import type { ContactReply, Http, ReadReply } from './context.ts'

/** How an endpoint answers. Without options each call is handled, and what the handler returns is sent. */
export type AnswerOptions<Reply> = {
  /** The reply depends on these tables and on the parameters of path and query alone: it is cached until one of them changes. */
  cachedUntilChangeOf?: readonly CachedTable[]
  /** Whether a cached reply depends on the calendar date, too: it is then cached until midnight at the latest. */
  dependsOnToday?: boolean
  /** Whether a cached reply depends on the caller, too. */
  isPersonal?: boolean
  /** Whether a reply may be a second old, and is the same for everybody who may call: concurrent calls share it. */
  isShared?: boolean
  /**
   * Whether the response, a record or a page of them, has phone numbers of other people, or lists people, too. Numbers are
   * counted for each account, people for the network of unverified accounts; what is beyond a limit is withheld.
   */
  limits?: Reply extends ContactReply ? 'numbers' | 'numbers and people' : never
}

/** A call as it is answered: the parsed inputs, the request, which may be one for a page, and the reply if it is not. */
type Answering = Pick<Caller, 'tableVersions'> & {
  actor: User | null
  coordination: Coordination | null
  params: unknown
  query: unknown
  body?: unknown
  req: FastifyRequest
  reply?: FastifyReply
}

/** What a call is answered with: sent as a reply, or read for a page. */
type Answer = {
  send: (req: FastifyRequest, reply: FastifyReply) => unknown
  read: () => ReadReply | Promise<ReadReply>
}

type Handle = (call: Answering & { withholdsNumbers: boolean }) => Promise<unknown>

/** @returns what answers the calls of an endpoint: each by itself, from the cache, or with a shared reply */
export function createAnswers<Reply>(
  http: Http,
  endpoint: Endpoint,
  handle: Handle,
  { cachedUntilChangeOf: tables, dependsOnToday, isPersonal = false, isShared, limits }: AnswerOptions<Reply>,
): (call: Answering) => Promise<Answer> {
  const { contactLimits } = http
  const { path, method, reply: success } = endpoint
  const serialize = serializerCompiler({ schema: success.body ?? NO_BODY, method, url: path })
  const sendResult = senderFor(endpoint, http)
  const share = createSharedReply<string>(http.now)
  return answer

  function answer(call: Answering): Promise<Answer> {
    const { tableVersions } = call
    const limited = { ...call, query: withAllowedLimit(call) }
    if (tables && tableVersions)
      return answerFromCache(
        limited,
        tables.map(table => tableVersions[table]),
      )
    return isShared ? answerShared(limited) : answerByItself(limited)
  }

  async function answerByItself(call: Answering): Promise<Answer> {
    const result = await handleCall(call)
    const shorten = await count(call, contactsOf(result))
    const rest = shorten ? shorten(result as ContactReply) : result
    return {
      send: (req, reply) => sendResult(req, reply, rest),
      read: () => ({ text: serialize(rest), tag: null }),
    }
  }

  async function answerShared(call: Answering): Promise<Answer> {
    const text = await share(async () => serialize(await handleCall(call)))
    return {
      send: (_, reply) => reply.type('application/json; charset=utf-8').send(text),
      read: () => ({ text, tag: null }),
    }
  }

  /** Numbers count for each caller, so that some get less than what is cached. */
  async function answerFromCache(call: Answering, versions: TableVersion[]): Promise<Answer> {
    const { params, query, actor } = call
    const cached = await http.responseCache({
      key: JSON.stringify([path, params, query, isPersonal && actor?.id, withholdsNumbersFrom(actor)]),
      version: combineVersions(versions, dependsOnToday ? http.today() : null),
      async render() {
        const result = await handleCall(call)
        return { text: serialize(result), ...contactsOf(result) }
      },
    })
    const shortened = async () => {
      const shorten = await count(call, cached)
      return shorten && JSON.stringify(shorten(JSON.parse(cached.plain.toString())))
    }
    return {
      send: (req, reply) => sendCachedReply(req, reply, cached, shortened),
      async read() {
        const text = await shortened()
        return text === null
          ? { text: cached.plain.toString(), tag: cached.tag }
          : { text, tag: entityTagOf(text) }
      },
    }
  }

  function handleCall(call: Answering) {
    return handle({ ...call, withholdsNumbers: withholdsNumbersFrom(call.actor) })
  }

  function withholdsNumbersFrom(actor: User | null) {
    return actor !== null && http.withholdsNumbersFrom(actor)
  }

  function withAllowedLimit({ query, actor }: Answering) {
    if (!limits || !actor || !isPaged(query)) return query
    return { ...query, limit: Math.min(query.limit, contactLimits.maxPageSizeFor(actor)) }
  }

  function count({ actor, req }: Answering, contacts: Parameters<typeof contactLimits.count>[2]) {
    return limits && actor ? contactLimits.count(actor, req.ip, contacts) : null
  }

  function contactsOf(result: unknown) {
    return limits ? contactLimits.contactsIn(result as ContactReply, limits) : { numbers: [], names: [] }
  }
}

const isPaged = (query: unknown): query is { limit: number } =>
  typeof query === 'object' && query !== null && typeof Reflect.get(query, 'limit') === 'number'

/** The API documentation shows a schema of this type as a reply without a body. */
export const NO_BODY = z.any().register(z.globalRegistry, { type: 'null', description: 'No body' })

type SendResult = (req: FastifyRequest, reply: FastifyReply, result: unknown) => unknown

/** @returns what sends a result of the endpoint: as an event stream, a CSV file, streamed JSON, or as it is */
function senderFor(endpoint: Endpoint, http: Http): SendResult {
  const { csv, body, isStreamed, isEventStream } = endpoint.reply
  if (isEventStream)
    return (req, reply) => {
      // The handler has opened the stream, which stays open for hours.
      releaseSlots(req)
      return reply
    }
  if (csv)
    return (req, reply, file) =>
      sendCsv(reply, csv, file as CsvFile, async () => authorize(endpoint, await http.resolveCaller(req)))
  if (isStreamed) return (_, reply, document) => sendStreamedJson(reply, body, document as object)
  return (_, reply, result) => reply.send(result)
}
