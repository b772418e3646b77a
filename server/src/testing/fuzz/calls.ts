import type { Endpoint } from '@blood-bank/contract/endpoint'
import fc from 'fast-check'
import { ORIGIN } from '../person.ts'
import { accessRefusal } from './faults/access-refusal.ts'
import { pathsOf, queriesOf } from './inputs/addresses.ts'
import { bodiesOf } from './inputs/bodies.ts'
import { oddHeaders, oddTypes } from './inputs/headers.ts'
import { KINDS, type Kind } from './population.ts'

/** A call as it goes over the wire; `from` is the address that it comes from, so that no limit ends the run. */
export type Call = {
  kind: Kind
  url: string
  headers: Record<string, string>
  body: string | Uint8Array
  from: string
}

/** Calls of an endpoint, right ones and wrong ones, as every kind of person. */
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

/** Half of the calls come from somebody who is let in, since whatever else is wrong shows only there. */
function kindsFor({ access }: Endpoint): fc.Arbitrary<Kind> {
  const welcome = KINDS.filter(kind => accessRefusal(access, kind) === null)
  return fc.oneof(fc.constantFrom(...KINDS), fc.constantFrom(...welcome))
}
