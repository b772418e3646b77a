import type { Endpoint } from '@blood-bank/contract/endpoint'
import type { Call } from '../calls.ts'
import { jsonIn, type Read, type Received, readInputs } from './received.ts'

/**
 * What is wrong with a refusal of inputs: it has to be deserved, and where fields are at fault it names one of
 * them and no other.
 */
export function formFault(endpoint: Endpoint, call: Call, { json }: Received): string | null {
  if (!isAddressed(call)) return null
  const { fields = {} } = (json as { error: { fields?: Record<string, string> } }).error
  const isUnreadable = call.body.length > 0 && !isPlainJson(call.body)
  const wrong = readInputs(endpoint, call).filter(({ issues }) => issues.length > 0)
  if (wrong.length === 0)
    return isUnreadable || isAsked(call) || named(fields, ['after'])
      ? null
      : `right inputs were refused: ${JSON.stringify(json)}`
  const names = wrong.flatMap(namesAtFault)
  const hasNames = wrong.every(part => namesAtFault(part).length > 0)
  if (!isUnreadable && hasNames && Object.keys(fields).length === 0)
    return `names no field, though these are at fault: ${names.join(', ')}`
  const stray = Object.keys(fields).find(name => !names.includes(name))
  return stray === undefined
    ? null
    : `names the field ${stray}, though these are at fault: ${names.join(', ')}`
}

const namesAtFault = ({ value, issues }: Read): string[] =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? []
    : issues.flatMap(issue => ('keys' in issue ? (issue.keys as string[]) : [issue.path.join('.')]))

const named = (fields: Record<string, string>, names: string[]) =>
  Object.keys(fields).length > 0 && Object.keys(fields).every(name => names.includes(name))

/** A header that has to be a UUID is refused without a field. */
const isAsked = ({ headers }: Call) => 'idempotency-key' in headers

/** Whether a route can be found: the path can be decoded, and no part is longer than the router takes. */
export const isAddressed = ({ url }: Pick<Call, 'url'>): boolean => {
  const [path = ''] = url.split('?', 1)
  try {
    return path.split('/').every(part => decodeURIComponent(part).length <= 100)
  } catch {
    return false
  }
}

/** JSON that no parser has to take for an attack. */
function isPlainJson(body: string | Uint8Array) {
  const text = Buffer.from(body).toString()
  return jsonIn(body) !== undefined && !/"(__proto__|constructor)"\s*:/.test(text)
}
