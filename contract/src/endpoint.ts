import type * as z from 'zod/mini'
import type { RefusalCode } from './errors.ts'

/**
 * Who may call an endpoint. `email-verified`, `coordinator` and `admin` include `signed-in`, `coordinator` also admins; an
 * admin need not be verified, because only three actions ask for that (spec §5).
 */
export type Access = 'everyone' | 'signed-in' | 'email-verified' | 'coordinator' | 'admin'

/** One endpoint of the API as a plain value that the server serves and the web calls. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path, with `:name` for each of `params`. */
  path: `/api/${string}`
  access: Access
  /**
   * For an endpoint that looks something up by a link, which is the credential: the refusal of one that leads to nothing.
   * These are counted by network, and the call is never refused because of others.
   */
  unknownLink?: RefusalCode
  /** Whether the password must have been entered recently in this session. */
  needsRecentPassword?: true
  /** Whether suspended users may call it, too. */
  allowsSuspended?: true
  /** One sentence for the API documentation. */
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /**
   * The success: its status and its body; no `body` for 204. `csv` means a CSV file with these headings,
   * `isStreamed` a JSON object that is sent while it is read, `isEventStream` server-sent events until one side ends them.
   */
  reply: {
    status: 200 | 201 | 202 | 204
    body?: z.ZodMiniType
    csv?: readonly string[]
    isStreamed?: true
    isEventStream?: true
  }
  /** The refusals of its own, in addition to those of its access rule, its inputs and the platform. */
  refusals?: readonly RefusalCode[]
  /** The sentence for people who are signed out, if the specification has a special one (spec §8). */
  signedOutMessage?: string
  /** The same for people whose email is not verified. */
  unverifiedMessage?: string
}

/** Preserves the literal types of an endpoint, from which both sides infer their arguments and replies. */
export const endpoint = <const E extends Endpoint>(value: E): E => value

type Input<T> = T extends z.ZodMiniType ? z.input<T> : undefined
type Output<T> = T extends z.ZodMiniType ? z.output<T> : undefined
type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** A query can be left out if every parameter can. */
type QueryInput<Q> = Q extends z.ZodMiniType
  ? Record<never, never> extends z.input<Q>
    ? { query?: z.input<Q> }
    : { query: z.input<Q> }
  : unknown

/** What a caller passes: those of `params`, `query` and `body` that the endpoint has. */
export type CallInputOf<E extends Endpoint> = Present<{
  params: Input<E['params']>
  body: Input<E['body']>
}> &
  QueryInput<E['query']>

/** What a handler receives: the same after parsing. */
export type HandlerInputOf<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
}

/** The body of a success; `undefined` for 204. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends {
  csv: readonly (infer Heading extends string)[]
}
  ? CsvFile<Heading>
  : Output<E['reply']['body']>

/** What a handler returns for a success. */
export type HandlerResultOf<E extends Endpoint> = E['reply'] extends { isStreamed: true }
  ? StreamedJson<ReplyOf<E>>
  : E['reply'] extends { isEventStream: true }
    ? // biome-ignore lint/suspicious/noConfusingVoidType: the type of an async function that returns nothing
      void
    : ReplyOf<E>

/** One row of a CSV file; null becomes an empty cell. */
export type CsvRow<Heading extends string> = Record<Heading, string | number | null>

/** A CSV file that is streamed: its name without the extension, the number of records, and the rows page by page. */
export type CsvFile<Heading extends string = string> = {
  name: string
  count: number
  pages: AsyncIterable<CsvRow<Heading>[]>
}

/** The header with the number of records of a CSV file, which tells whether all of it has arrived. */
export const RECORD_COUNT_HEADER = 'x-record-count'

/** A JSON object that is sent while it is read: each field is a value, or a list as pages of records. */
export type StreamedJson<T> = {
  [Name in keyof T]: T[Name] | (T[Name] extends readonly (infer R)[] ? AsyncIterable<R[]> : never)
}

/**
 * Method and path of the endpoints that scripts of every page call, or the landing page: the schemas of an endpoint would
 * make these a sixth heavier. The endpoints are built on them, and a page calls them by the endpoint's type.
 */
export const READ_SESSION = { method: 'GET', path: '/api/session' } as const
export const SIGN_OUT = { method: 'DELETE', path: READ_SESSION.path } as const
export const READ_SHARED_BLOOD_REQUEST = { method: 'GET', path: '/api/shared-blood-requests/:code' } as const
export const READ_CAMPUS_FIGURES = { method: 'GET', path: '/api/campus-figures' } as const
