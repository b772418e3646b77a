import type { Endpoint } from '@blood-bank/contract/endpoint'
import { SAME_ADDRESS } from '@blood-bank/contract/own-account/address-corrections'
import type { Call } from '../calls.ts'
import { jsonIn, type ReadInput, type Received, readInputs } from './received.ts'

/**
 * Describes what is wrong with a refusal of inputs; null if nothing is. An input must be invalid, and if fields are
 * invalid, the refusal names at least one of them and no others.
 */
export function formFault(endpoint: Endpoint, call: Call, { json }: Received): string | null {
  if (!isRoutable(call)) return null
  const { fields = {} } = (json as { error: { fields?: Record<string, string> } }).error
  const isUnreadable = call.body.length > 0 && !isHarmlessJson(call.body)
  const invalid = readInputs(endpoint, call).filter(({ issues }) => issues.length > 0)
  if (invalid.length === 0)
    return isUnreadable || hasIdempotencyKey(call) || isRefusedByValue(fields)
      ? null
      : `valid inputs were refused: ${JSON.stringify(json)}`
  const names = invalid.flatMap(invalidFields)
  const hasNames = invalid.every(part => invalidFields(part).length > 0)
  if (!isUnreadable && hasNames && Object.keys(fields).length === 0)
    return `names no field, though these are invalid: ${names.join(', ')}`
  const stray = Object.keys(fields).find(name => !names.includes(name))
  return stray === undefined
    ? null
    : `names the field ${stray}, though these are invalid: ${names.join(', ')}`
}

const invalidFields = ({ value, issues }: ReadInput): string[] =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? []
    : issues.flatMap(issue => ('keys' in issue ? (issue.keys as string[]) : [issue.path.join('.')]))

/** Whether a value of the right form is refused: a cursor that the server has not signed, or the address that the caller has. */
function isRefusedByValue(fields: Record<string, string>) {
  const names = Object.keys(fields)
  return names.length === 1 && (names[0] === 'after' || fields.email === SAME_ADDRESS)
}

/** An invalid `Idempotency-Key` is refused without naming a field. */
const hasIdempotencyKey = ({ headers }: Call) => 'idempotency-key' in headers

/** Whether the router can match the path: it can be decoded, and no parameter exceeds the router's limit. */
export const isRoutable = ({ url }: Pick<Call, 'url'>): boolean => {
  const [path = ''] = url.split('?', 1)
  try {
    return path.split('/').every(part => decodeURIComponent(part).length <= 100)
  } catch {
    return false
  }
}

/** JSON that the server's parser does not reject as prototype pollution. */
function isHarmlessJson(body: string | Uint8Array) {
  const text = Buffer.from(body).toString()
  return jsonIn(body) !== undefined && !/"(__proto__|constructor)"\s*:/.test(text)
}
