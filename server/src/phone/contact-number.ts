import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { LRUCache } from 'lru-cache'

/** `E.164` text when the number parses for the country, else as it was typed; nothing is refused here. */
export function storedContactNumber(typed: string, country: string): string {
  const parsed = parse(inAsciiDigits(typed), country)
  return parsed?.isValid() && !parsed.ext ? parsed.number : typed
}

/** Working a number out costs more than reading it from the database, and lists show the same ones again and again. */
const shownBefore = new LRUCache<string, string>({ max: 20_000 })

/** How people of the country write the number: their own nationally, foreign ones with their code. */
export function shownContactNumber(stored: string, country: string): string {
  const key = `${country}${stored}`
  const known = shownBefore.get(key)
  if (known !== undefined) return known
  const shown = writtenIn(country, stored)
  shownBefore.set(key, shown)
  return shown
}

function writtenIn(country: string, stored: string) {
  const parsed = stored.startsWith('+') ? parse(stored, country) : undefined
  if (!parsed?.isValid()) return stored
  return parsed.country === country ? parsed.formatNational() : parsed.formatInternational()
}

const parse = (text: string, country: string) =>
  parsePhoneNumberFromString(text, {
    ...(isSupportedCountry(country) && { defaultCountry: country as CountryCode }),
    extract: false,
  })

/** The digits of every script stand in a row that begins with its zero. */
const inAsciiDigits = (text: string) =>
  text.normalize('NFKC').replace(/\p{Nd}/gu, digit => {
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String(code - zero)
  })
