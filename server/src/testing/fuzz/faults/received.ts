import type { Endpoint } from '@blood-bank/contract/endpoint'
import type * as z from 'zod/mini'
import type { Call } from '../calls.ts'

/** What came back. */
export type Received = { status: number; text: string; json: unknown; headers: Record<string, unknown> }

/** One part of what was sent, as the contract sees it. */
export type Read = { name: string; value: unknown; issues: readonly z.core.$ZodIssue[] }

type Parts = Pick<Endpoint, 'path' | 'params' | 'query' | 'body'>

/** What a call says and what the contract has against it, in the order in which a server looks. */
export function readInputs({ path, params, query, body }: Parts, call: Call): Read[] {
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

/** What is said twice is a list; what cannot be decoded stays as it is. */
function queryIn(query: string) {
  const pairs = query
    .split('&')
    .filter(Boolean)
    .map(pair => pair.split(/=(.*)/s, 2))
  const spoken = pairs.map(pair => pair.map(text => decoded(text.replaceAll('+', ' '))))
  const values = Map.groupBy(spoken, ([name = '']) => name)
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

/** Undefined where there is none or it cannot be read; a byte order mark at its start is passed over. */
export function jsonIn(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body)))
  } catch {
    return undefined
  }
}
