import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@blood-bank/contract/endpoint'
import { ErrorReply, REFUSALS, type RefusalCode } from '@blood-bank/contract/errors'
import { ORIGIN } from '../../person.ts'
import type { Call } from '../calls.ts'
import { accessRefusal } from './access-refusal.ts'
import { csvFault } from './csv-fault.ts'
import { formFault, isAddressed } from './form-fault.ts'
import { leaksIn } from './leaks.ts'
import { type Received, readInputs } from './received.ts'

/** What is wrong with a reply; null when nothing is. */
export function replyFault(endpoint: Endpoint, call: Call, received: Received): string | null {
  const { status } = received
  if (status >= 500) return `the server failed with ${status}`
  return (
    leaksIn(call, received) ??
    (status < 300 ? faultOfSuccess(endpoint, call, received) : faultOfRefusal(endpoint, call, received))
  )
}

function faultOfSuccess({ access, reply, ...endpoint }: Endpoint, call: Call, received: Received) {
  const { status, text, json } = received
  if (doorOf(access, call) !== null) return `${call.kind} was let in`
  if (isForeign(endpoint, call)) return 'another site was obeyed'
  const wrong = readInputs(endpoint, call).find(({ issues }) => issues.length > 0)
  if (wrong) return `wrong ${wrong.name} were taken: ${JSON.stringify(wrong.issues)}`
  if (status !== reply.status) return `answers ${status} instead of ${reply.status}`
  if (reply.csv) return csvFault(reply.csv, received)
  if (!reply.body) return text === '' ? null : 'says something where there is nothing to say'
  const parsed = reply.body.safeParse(json)
  if (!parsed.success) return `breaks the contract: ${JSON.stringify(parsed.error.issues)}`
  return isDeepStrictEqual(parsed.data, json) ? null : 'says more than the contract promises'
}

function faultOfRefusal(endpoint: Endpoint, call: Call, received: Received) {
  const { status, json } = received
  const parsed = ErrorReply.safeParse(json)
  if (!parsed.success) return 'a refusal that is none of the contract'
  const { code, message } = parsed.data.error
  if (!Object.hasOwn(REFUSALS, code)) return `an unknown refusal: ${code}`
  if (REFUSALS[code as RefusalCode].status !== status) return `${code} with the status ${status}`
  if (!/\S.*[.!?]$/su.test(message)) return `no sentence: ${JSON.stringify(message)}`
  const expected = expectedRefusal(endpoint, call)
  if (expected !== null) return code === expected ? null : `${code} instead of ${expected}`
  if (!mayRefuse(endpoint, call, code)) return `${code} is not for this endpoint to say`
  return code === 'invalid-input' ? formFault(endpoint, call, received) : null
}

/** What has to be said whatever else is wrong. */
function expectedRefusal(endpoint: Endpoint, call: Call): RefusalCode | null {
  if (!isAddressed(call)) return null
  if (isForeign(endpoint, call)) return 'foreign-origin'
  return doorOf(endpoint.access, call)
}

const isForeign = ({ method }: Pick<Endpoint, 'method'>, { headers }: Call) =>
  method !== 'GET' && headers.origin !== ORIGIN

/** A cookie of our name that comes first hides the one that counts. */
const doorOf = (access: Endpoint['access'], { kind, headers }: Call) =>
  accessRefusal(access, headers.cookie?.includes('bloodbank.session=') ? 'nobody' : kind)

function mayRefuse({ refusals = [] }: Endpoint, call: Call, code: string) {
  const hasBody = call.body.length > 0
  const byPlumbing: string[] = [
    'invalid-input',
    ...(hasBody ? ['body-too-large', 'unsupported-media-type'] : []),
    ...(isAddressed(call) ? [] : ['not-found']),
  ]
  return byPlumbing.includes(code) || refusals.includes(code as RefusalCode)
}
