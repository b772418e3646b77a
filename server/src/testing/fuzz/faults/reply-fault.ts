import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@blood-bank/contract/endpoint'
import { ErrorReply, REFUSALS, type RefusalCode } from '@blood-bank/contract/errors'
import { ORIGIN } from '../../person.ts'
import type { Call } from '../calls.ts'
import { accessRefusal } from './access-refusal.ts'
import { csvFault } from './csv-fault.ts'
import { formFault, isRoutable } from './form-fault.ts'
import { findLeak } from './leaks.ts'
import { type Received, readInputs } from './received.ts'

/** Describes what is wrong with a reply; null if nothing is. */
export function replyFault(endpoint: Endpoint, call: Call, received: Received): string | null {
  const { status } = received
  if (status >= 500) return `the server failed with ${status}`
  return (
    findLeak(call, received) ??
    (status < 300 ? successFault(endpoint, call, received) : refusalFault(endpoint, call, received))
  )
}

function successFault({ access, reply, ...endpoint }: Endpoint, call: Call, received: Received) {
  const { status, text, json } = received
  if (accessRefusalFor(access, call) !== null) return `${call.kind} was given access`
  if (isForeign(endpoint, call)) return 'a call from another origin was accepted'
  const wrong = readInputs(endpoint, call).find(({ issues }) => issues.length > 0)
  if (wrong) return `invalid ${wrong.name} were accepted: ${JSON.stringify(wrong.issues)}`
  if (status !== reply.status) return `answers ${status} instead of ${reply.status}`
  if (reply.csv) return csvFault(reply.csv, received)
  if (!reply.body) return text === '' ? null : 'has a body where the contract has none'
  const parsed = reply.body.safeParse(json)
  if (!parsed.success) return `breaks the contract: ${JSON.stringify(parsed.error.issues)}`
  return isDeepStrictEqual(parsed.data, json) ? null : 'has more fields than the contract'
}

function refusalFault(endpoint: Endpoint, call: Call, received: Received) {
  const { status, json } = received
  const parsed = ErrorReply.safeParse(json)
  if (!parsed.success) return 'a refusal without the shape of the contract'
  const { code, message } = parsed.data.error
  if (!Object.hasOwn(REFUSALS, code)) return `an unknown refusal: ${code}`
  if (REFUSALS[code as RefusalCode].status !== status) return `${code} with the status ${status}`
  if (!/\S.*[.!?]$/su.test(message)) return `the message is not a sentence: ${JSON.stringify(message)}`
  const expected = expectedRefusal(endpoint, call)
  if (expected !== null) return code === expected ? null : `${code} instead of ${expected}`
  if (!mayRefuse(endpoint, call, code)) return `${code} is not a refusal of this endpoint`
  return code === 'invalid-input' ? formFault(endpoint, call, received) : null
}

/** The refusal that takes precedence over any other. */
function expectedRefusal(endpoint: Endpoint, call: Call): RefusalCode | null {
  if (!isRoutable(call)) return null
  if (isForeign(endpoint, call)) return 'foreign-origin'
  return accessRefusalFor(endpoint.access, call)
}

const isForeign = ({ method }: Pick<Endpoint, 'method'>, { headers }: Call) =>
  method !== 'GET' && headers.origin !== ORIGIN

/** Of two session cookies the server reads the first, so a generated one hides the caller's own. */
const accessRefusalFor = (access: Endpoint['access'], { kind, headers }: Call) =>
  accessRefusal(access, headers.cookie?.includes('bloodbank.session=') ? 'nobody' : kind)

function mayRefuse({ refusals = [] }: Endpoint, call: Call, code: string) {
  const hasBody = call.body.length > 0
  const general: string[] = [
    'invalid-input',
    ...(hasBody ? ['body-too-large', 'unsupported-media-type'] : []),
    ...(isRoutable(call) ? [] : ['not-found']),
  ]
  return general.includes(code) || refusals.includes(code as RefusalCode)
}
