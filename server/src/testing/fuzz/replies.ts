import {
  NEEDED_BY_PAST,
  NEEDED_BY_TOO_LATE,
  numberInPlaceMessage,
} from '@blood-bank/contract/blood-requests/posting'
import { DONATION_IN_FUTURE } from '@blood-bank/contract/donors/fields'
import {
  DonorForm,
  LAST_DONATION_IN_FUTURE,
  REST_OUT_OF_RANGE,
  updateOwnDonor,
} from '@blood-bank/contract/donors/profile'
import { type Endpoint, RECORD_COUNT_HEADER } from '@blood-bank/contract/endpoint'
import { ErrorReply, REFUSALS, type RefusalCode } from '@blood-bank/contract/errors'
import { SAME_ADDRESS } from '@blood-bank/contract/own-account/endpoints'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { readCsv } from '../http/read-csv.ts'
import { ORIGIN } from '../person.ts'
import { HIDDEN } from '../population.ts'
import { containsNumber, KEPT, OWN_NUMBER, PRIVATE_NUMBERS } from '../private-numbers.ts'
import { accessRefusal, type Call } from './calls.ts'

export type Received = { status: number; text: string; json: unknown; headers: Record<string, unknown> }

/** What a refused call or one that only reads may change: counters, and when a session was used. */
const COUNTERS = ['attempt_limits', 'sessions', 'numbers_sent', 'number_warnings', 'alert_links']

/** What the server finds later, by its clock, its country or what is stored. */
const FOUND_LATER = [
  SAME_ADDRESS,
  DONATION_IN_FUTURE,
  LAST_DONATION_IN_FUTURE,
  REST_OUT_OF_RANGE,
  NEEDED_BY_PAST,
  NEEDED_BY_TOO_LATE,
  numberInPlaceMessage('hospitalName'),
  numberInPlaceMessage('hospitalLocation'),
]

const REFUSALS_OF_INPUTS = ['invalid-input', 'body-too-large', 'unsupported-media-type']

/**
 * Compares a reply with the contract.
 * @param changed the tables that the call changed
 * @throws if the reply breaks the contract, reveals something private, or the call changed what it may not
 */
export function requireContract(endpoint: Endpoint, call: Call, received: Received, changed: string[]): void {
  const { status } = received
  expect(status, 'the server failed').toBeLessThan(500)
  if (status < 300) requireSuccess(endpoint, call, received)
  else requireRefusal(endpoint, call, received)
  const lasting = changed.filter(table => !COUNTERS.includes(table))
  if (status >= 300 || endpoint.method === 'GET') expect(lasting, 'tables were changed').toEqual([])
}

function requireSuccess(endpoint: Endpoint, call: Call, { status, text, json, headers }: Received) {
  const { reply } = endpoint
  expect(accessRefusal(endpoint.access, call.kind), `${call.kind} was given access`).toBeNull()
  expect(isForeign(endpoint, call), 'a call from another origin was accepted').toBe(false)
  expect(invalidParts(endpoint, call), 'invalid inputs were accepted').toEqual([])
  expect(status).toBe(reply.status)
  if (reply.csv) requireCsv(reply.csv, text, headers)
  // A field that the contract does not have is one too many.
  else if (reply.body) expect(z.parse(reply.body, json)).toEqual(json)
  else expect(text).toBe('')
}

function requireCsv(headings: readonly string[], text: string, headers: Received['headers']) {
  const [first, ...lines] = readCsv(text)
  expect(first).toEqual(headings)
  expect(headers[RECORD_COUNT_HEADER]).toBe(String(lines.length))
  // A spreadsheet would execute them.
  expect(lines.flat().filter(cell => /^[=+\-@]/.test(cell.trimStart().normalize('NFKC')))).toEqual([])
}

function requireRefusal(endpoint: Endpoint, call: Call, { status, json }: Received) {
  expect(ErrorReply.safeParse(json).error, 'the shape of a refusal').toBeUndefined()
  // Zod would remove a field called `__proto__`.
  const { code, message, fields = {} } = (json as ErrorReply).error
  expect(REFUSALS[code as RefusalCode]?.status, code).toBe(status)
  expect(message, 'the message is a sentence').toMatch(/\S.*[.!?]$/su)
  const first = isForeign(endpoint, call) ? 'foreign-origin' : accessRefusal(endpoint.access, call.kind)
  if (first !== null) return expect(code).toBe(first)
  expect([...(endpoint.refusals ?? []), ...REFUSALS_OF_INPUTS]).toContain(code)
  if (code === 'invalid-input') requireNames(fields, endpoint, call)
}

/** An input must be invalid, and if fields are invalid, the refusal names one of them and no others. */
function requireNames(fields: Record<string, string>, endpoint: Endpoint, call: Call) {
  const invalid = invalidParts(endpoint, call)
  const names = Object.keys(fields)
  if (invalid.length > 0) {
    const named = invalid.flatMap(({ fields }) => fields)
    expect(named).toEqual(expect.arrayContaining(names))
    // No reply can name `__proto__`.
    const isNameable = invalid.every(({ fields }) => fields.some(name => name !== '__proto__'))
    if (isNameable && !isUnreadable(call)) expect(names, `names none of ${named}`).not.toEqual([])
  }
  // A cursor that the server has not made, or an invalid key is found later.
  else if (
    !isUnreadable(call) &&
    !('idempotency-key' in call.headers) &&
    !isFoundLater(fields, endpoint, call)
  )
    expect(names, 'valid inputs were refused').toEqual(['after'])
}

/** What was changed of a profile must also be valid in a new one. */
function isFoundLater(fields: Record<string, string>, endpoint: Endpoint, { body }: Call) {
  const issues = endpoint === updateOwnDonor ? z.safeParse(DonorForm, parsed(body)).error?.issues : []
  const known = [...FOUND_LATER, ...(issues ?? []).map(({ message }) => message)]
  const messages = Object.values(fields)
  return messages.length > 0 && messages.every(message => known.includes(message))
}

/** The parts of the inputs that the contract refuses, with the names of their invalid fields; none if it is no object. */
function invalidParts(endpoint: Endpoint, { params, query, body }: Call) {
  const parts = [
    [endpoint.params, params],
    [endpoint.query, query],
    [endpoint.body, parsed(body)],
  ] as const
  return parts.flatMap(([schema, value]) => {
    const issues = schema ? (z.safeParse(schema, value).error?.issues ?? []) : []
    if (issues.length === 0) return []
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    const fields = issues.flatMap(issue =>
      'keys' in issue ? (issue.keys as string[]) : [issue.path.join('.')],
    )
    return [{ fields: isObject ? fields : [] }]
  })
}

function parsed(body: string | null): unknown {
  try {
    return JSON.parse(body?.replace(/^\ufeff/, '') ?? '')
  } catch {
    return undefined
  }
}

/** What the server does not parse, or refuses as prototype pollution. */
const isUnreadable = ({ body }: Call) =>
  body !== null && (parsed(body) === undefined || /"(__proto__|constructor)"\s*:/.test(body))

const isForeign = ({ method }: Pick<Endpoint, 'method'>, { headers }: Call) =>
  method !== 'GET' && (headers.origin ?? ORIGIN) !== ORIGIN

/** @throws if a reply has a private number, or what only admins may read of donors with private numbers */
export function requireNoLeak({ kind }: Call, { text, headers }: Received): void {
  const replyText = `${text}\n${JSON.stringify(headers)}`
  const numbers = kind === 'member' ? PRIVATE_NUMBERS : [...PRIVATE_NUMBERS, OWN_NUMBER]
  const revealed = numbers.filter(number => containsNumber(replyText, number))
  expect(revealed, 'private numbers').toEqual([])
  if (accessRefusal('coordinator', kind) !== null) {
    expect(replyText).not.toContain(KEPT.fullName)
    expect(containsNumber(replyText, KEPT.contactNumber), 'a kept number').toBe(false)
  }
  if (accessRefusal('admin', kind) !== null) expect(replyText).not.toMatch(HIDDEN)
}
