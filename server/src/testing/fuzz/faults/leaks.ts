import type { Call } from '../calls.ts'
import { type Kind, memberOf, SECRETS } from '../population.ts'
import type { Received } from './received.ts'

/** Describes what a reply reveals that the caller may not read; null if nothing. */
export function findLeak({ kind, url, body }: Call, { text, headers }: Received): string | null {
  const replyText = `${text}\n${JSON.stringify(headers)}`
  const number = SECRETS.numbers.find(
    number => !(kind === 'member' && number === SECRETS.ownNumber) && containsNumber(replyText, number),
  )
  if (number !== undefined) return `reveals the private number ${number}`
  const token = SECRETS.tokens.find(token => text.includes(token))
  if (token !== undefined) return `reveals ${token}`
  if (memberOf(kind)?.role === 'admin') return null
  const callText = `${decodeURIComponentSafely(url)}\n${Buffer.from(body)}`.toLowerCase()
  const identity = identitiesHiddenFrom(kind).find(
    identity => replyText.includes(identity) && !callText.includes(identity.toLowerCase()),
  )
  return identity === undefined ? null : `reveals ${identity}, which belongs to somebody else`
}

const identitiesHiddenFrom = (kind: Kind) =>
  SECRETS.identities.filter(({ of }) => of !== kind).map(({ text }) => text)

/** Whether a text contains a phone number in any notation: its last ten digits, with separators between them. */
export function containsNumber(text: string, number: string): boolean {
  const digits = [...asciiDigits(number).replace(/\D/g, '').slice(-10)]
  return new RegExp(digits.join('[^\\d]{0,3}')).test(asciiDigits(text))
}

/** Converts Bengali digits too. */
const asciiDigits = (text: string) =>
  text.replace(/[০-৯]/g, digit => String((digit.codePointAt(0) ?? 0) - ('০'.codePointAt(0) ?? 0)))

function decodeURIComponentSafely(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
