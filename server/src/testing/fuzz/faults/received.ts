import type { Endpoint } from '@blood-bank/contract/endpoint'
import type * as z from 'zod/mini'
import type { Call } from '../calls.ts'

/** A reply. */
export type Received = { status: number; text: string; json: unknown; headers: Record<string, unknown> }

/** One part of the sent inputs, with the issues that its schema reports. */
export type ReadInput = { name: string; value: unknown; issues: readonly z.core.$ZodIssue[] }

type Parts = Pick<Endpoint, 'path' | 'params' | 'query' | 'body'>

/** Validates the inputs of a call against the contract, in the order in which the server does. */
export function readInputs({ path, params, query, body }: Parts, call: Call): ReadInput[] {
  const [sentPath = '', sentQuery = ''] = call.url.split('?', 2)
  const parts = [
    { name: 'params', schema: params, value: paramsIn(path, sentPath) },
    { name: 'body', schema: body, value: jsonIn(call.body) },
    { name: 'query', schema: query, value: queryIn(sentQuery) },
  ]
  return parts.flatMap(({ name, schema, value }) =>
    schema ? [{ name, value, issues: issuesOf(schema, value) }] : [],
  )
}

const issuesOf = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).error?.issues ?? []

function paramsIn(pattern: string, path: string) {
  const values = path.split('/')
  const names = pattern
    .split('/')
    .flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), at] as const] : []))
  return Object.fromEntries(names.map(([name, at]) => [name, decoded(values[at] ?? '')]))
}

/** A repeated parameter becomes an array; what cannot be decoded is left unchanged. */
function queryIn(query: string) {
  const pairs = query
    .split('&')
    .filter(Boolean)
    .map(pair => pair.split(/=(.*)/s, 2))
  const decodedPairs = pairs.map(pair => pair.map(text => decoded(text.replaceAll('+', ' '))))
  const values = Map.groupBy(decodedPairs, ([name = '']) => name)
  return Object.fromEntries(
    [...values].map(([name, pairs]) => {
      const [first = '', ...more] = pairs.map(([, value = '']) => value)
      return [name, more.length > 0 ? [first, ...more] : first]
    }),
  )
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Undefined if there is none or it cannot be parsed. A leading byte order mark is ignored. */
export function jsonIn(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body)))
  } catch {
    return undefined
  }
}
