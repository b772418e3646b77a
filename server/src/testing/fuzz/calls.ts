import type { Endpoint } from '@blood-bank/contract/endpoint'
import fc from 'fast-check'
import { ORIGIN } from '../person.ts'
import { accessRefusal } from './faults/access-refusal.ts'
import { pathsOf, queriesOf } from './inputs/addresses.ts'
import { bodiesOf } from './inputs/bodies.ts'
import { oddHeaders, oddTypes } from './inputs/headers.ts'
import { KINDS, type Kind } from './population.ts'

/** A call as sent over HTTP. Each has its own client address `from`, because limits per address would end the run. */
export type Call = {
  kind: Kind
  url: string
  headers: Record<string, string>
  body: string | Uint8Array
  from: string
}

/** Valid and invalid calls of an endpoint, by every kind of caller. */
export function callsOf(endpoint: Endpoint): fc.Arbitrary<Call> {
  return fc
    .record({
      kind: kindsFor(endpoint),
      path: pathsOf(endpoint),
      query: queriesOf(endpoint.query),
      body: bodiesOf(endpoint.body),
      headers: fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, { weight: 2, arbitrary: oddHeaders }),
      type: fc.oneof(
        { weight: 14, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: oddTypes },
      ),
      from: fc.ipV4(),
    })
    .map(({ kind, path, query, body, headers, type, from }) => ({
      kind,
      url: query === '' ? path : `${path}?${query}`,
      headers: { origin: ORIGIN, ...(body.length > 0 && { 'content-type': type }), ...headers },
      body,
      from,
    }))
}

/** At least half of the callers have access, because other faults appear only after the access check. */
function kindsFor({ access }: Endpoint): fc.Arbitrary<Kind> {
  const allowed = KINDS.filter(kind => accessRefusal(access, kind) === null)
  return fc.oneof(fc.constantFrom(...KINDS), fc.constantFrom(...allowed))
}
