import type * as z from 'zod/mini'
import type { CsvFile } from './csv.ts'
import type { RefusalCode } from './errors.ts'
import type { JsonDocument } from './json-document.ts'

/**
 * Who may call an endpoint. The verified and the admins are signed in, too; an admin need not be verified, since
 * that is asked for at three acts only (spec §5).
 */
export type Access = 'everyone' | 'signed-in' | 'email-verified' | 'admin'

/** One call of the interface as a plain value that the server serves and the web calls. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path with `:name` for what `params` holds. */
  path: `/api/${string}`
  access: Access
  /** Whether the password must have been given a short while ago, in this session. */
  needsRecentPassword?: true
  /** Whether somebody who is suspended may call it, too. */
  evenSuspended?: true
  /** One sentence for the interface's documentation. */
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /**
   * The success: its status and its body; no `body` for 204, and `csv` where it is a table of these headings.
   * `isStreamed` where the body is an object that is sent as it is read.
   */
  reply: {
    status: 200 | 201 | 202 | 204
    body?: z.ZodMiniType
    csv?: readonly string[]
    isStreamed?: true
  }
  /** What it may refuse beside what its access, its inputs and the plumbing refuse anyway. */
  refusals?: readonly RefusalCode[]
  /** The sentence for the signed out, where the specification has one of its own (spec §8). */
  signedOutMessage?: string
  /** The sentence for those whose email is not verified, likewise. */
  unverifiedMessage?: string
}

/** Keeps the literal types of an endpoint, from which both sides infer their arguments and replies. */
export const endpoint = <const E extends Endpoint>(value: E): E => value

type Input<T> = T extends z.ZodMiniType ? z.input<T> : undefined
type Output<T> = T extends z.ZodMiniType ? z.output<T> : undefined
type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** What a caller passes: only those of `params`, `query` and `body` that the endpoint takes. */
export type CallOf<E extends Endpoint> = Present<{
  params: Input<E['params']>
  query: Input<E['query']>
  body: Input<E['body']>
}>

/** What a handler receives: the same, parsed. */
export type InputOf<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
}

/** What a success holds; `undefined` for 204. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends {
  csv: readonly (infer Heading extends string)[]
}
  ? CsvFile<Heading>
  : Output<E['reply']['body']>

/** What a handler gives for a success. */
export type AnswerOf<E extends Endpoint> = E['reply'] extends { isStreamed: true }
  ? JsonDocument<ReplyOf<E>>
  : ReplyOf<E>
