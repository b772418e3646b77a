import type { Access, Endpoint } from '@blood-bank/contract/endpoint'
import type { RefusalCode } from '@blood-bank/contract/errors'
import fc from 'fast-check'
import type * as z from 'zod/mini'
import { ORIGIN } from '../person.ts'
import { KINDS, type Kind, MEMBERS } from '../population.ts'
import { brokenInputsOf, inputsOf } from './inputs.ts'

/** A call as it is sent. Each has its own client address `from`, because limits per address would end the run. */
export type Call = {
  kind: Kind
  params: Record<string, string>
  query: Record<string, string>
  /** As sent over HTTP; null for none. */
  body: string | null
  headers: Record<string, string>
  from: string
}

const RAW_BODIES = [
  '',
  '{',
  'null',
  '[]',
  '\ufeff{}',
  '{"__proto__":{}}',
  '['.repeat(5000),
  `"${'x'.repeat(70_000)}"`,
]

/** Valid and broken calls of an endpoint, by every kind of caller. @param known values that exist on the server */
export function callsOf(endpoint: Endpoint, known: readonly string[]): fc.Arbitrary<Call> {
  const { params, query, body } = endpoint
  const allowed = KINDS.filter(kind => accessRefusal(endpoint.access, kind) === null)
  return fc.record({
    // Half of the callers have access, because other faults appear only after the access check.
    kind: fc.oneof(fc.constantFrom(...KINDS), fc.constantFrom(...allowed)),
    params: textsOf(params, known).map(texts => paramsIn(endpoint.path, texts)),
    query: textsOf(query, known),
    body: mostly<string | null>(
      body
        ? mostly(inputsOf(body, known), brokenInputsOf(inputsOf(body, known))).map(asJson)
        : fc.constant(null),
      fc.constantFrom(null, ...RAW_BODIES),
    ),
    headers: mostly(
      fc.constant({}),
      fc.constantFrom<Record<string, string>[]>(
        { origin: 'https://evil.example' },
        { origin: `${ORIGIN}.evil.example` },
        { 'content-type': 'text/plain' },
        { 'idempotency-key': '*' },
        { 'if-none-match': '*', range: 'bytes=0-' },
      ),
    ),
    from: fc.ipV4(),
  })
}

/** Mostly valid, because one invalid part hides faults in everything that is checked after it. */
const mostly = <T>(valid: fc.Arbitrary<T>, broken: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: valid }, { weight: 1, arbitrary: broken })

const asJson = (value: unknown) => JSON.stringify(value)

/** Parameters of a path or a query, as they are written in a URL. */
function textsOf(
  schema: z.ZodMiniType | undefined,
  known: readonly string[],
): fc.Arbitrary<Record<string, string>> {
  if (!schema) return fc.constant({})
  const valid = inputsOf(schema, known)
  const asText = (value: unknown) =>
    (typeof value === 'string' ? value : asJson(value)).slice(0, 3000).toWellFormed()
  return mostly(valid, brokenInputsOf(valid)).map(values =>
    Object.fromEntries(Object.entries(Object(values)).map(([name, value]) => [name, asText(value)])),
  )
}

/** An empty part, `.` or `..` would make it another path, and Fastify does not route parts of more than 100 characters. */
function paramsIn(path: string, texts: Record<string, string>): Record<string, string> {
  const written = (text = '') => (/^\.{0,2}$/.test(text) ? 'x' : text.slice(0, 100))
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return Object.fromEntries(names.map(name => [name, written(texts[name])]))
}

/** The refusal that the access check gives a kind of caller; null if it lets the call through. */
export function accessRefusal(access: Access, kind: Kind): RefusalCode | null {
  if (access === 'everyone') return null
  const member = kind in MEMBERS ? MEMBERS[kind as keyof typeof MEMBERS] : null
  if (!member) return 'not-signed-in'
  if (access === 'email-verified' && !member.emailVerified) return 'email-not-verified'
  if (member.role === 'admin') return null
  if (access === 'coordinator') return kind === 'coordinator' ? null : 'coordinators-only'
  return access === 'admin' ? 'admins-only' : null
}

/** The URL of a call. */
export function urlOf({ path }: Endpoint, { params, query }: Pick<Call, 'params' | 'query'>): string {
  const written = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  return `${written}?${new URLSearchParams(query)}`
}
