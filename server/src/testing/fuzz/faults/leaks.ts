import type { Call } from '../calls.ts'
import { type Kind, memberOf, SECRETS } from '../population.ts'
import type { Received } from './received.ts'

/** What a reply tells that whoever called may not know; null when nothing. */
export function leaksIn({ kind, url, body }: Call, { text, headers }: Received): string | null {
  const told = `${text}\n${JSON.stringify(headers)}`
  const number = SECRETS.numbers.find(
    number => !(kind === 'member' && number === SECRETS.ownNumber) && holdsNumber(told, number),
  )
  if (number !== undefined) return `tells the private number ${number}`
  const token = SECRETS.tokens.find(token => text.includes(token))
  if (token !== undefined) return `tells ${token}`
  if (memberOf(kind)?.role === 'admin') return null
  const said = `${decodeURIComponentSafely(url)}\n${Buffer.from(body)}`.toLowerCase()
  const identity = identitiesHiddenFrom(kind).find(
    identity => told.includes(identity) && !said.includes(identity.toLowerCase()),
  )
  return identity === undefined ? null : `tells ${identity}, which is somebody else's`
}

const identitiesHiddenFrom = (kind: Kind) =>
  SECRETS.identities.filter(({ of }) => of !== kind).map(({ text }) => text)

/** Whether a text holds a number in whatever form: the digits after the country's code, with marks between. */
export function holdsNumber(text: string, number: string): boolean {
  const digits = [...asciiDigits(number).replace(/\D/g, '').slice(-10)]
  return new RegExp(digits.join('[^\\d]{0,3}')).test(asciiDigits(text))
}

/** In the script of the country, too. */
const asciiDigits = (text: string) =>
  text.replace(/[০-৯]/g, digit => String((digit.codePointAt(0) ?? 0) - ('০'.codePointAt(0) ?? 0)))

function decodeURIComponentSafely(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
