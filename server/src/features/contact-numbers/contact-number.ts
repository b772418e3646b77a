import { splitExtension } from '@blood-bank/contract/contact-numbers/one-number'
import { cleanCode, inAsciiDigits } from '@blood-bank/contract/typed-text/clean'
import { type SqlBool, sql } from 'kysely'
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { LRUCache } from 'lru-cache'
import { containsText } from '../../platform/database/listing.ts'
import { refuseField } from '../../platform/http/refuse.ts'

/** Parsing a number takes longer than reading its row, and the same numbers are shown again and again. */
function memoize(compute: (number: string, country: string) => string) {
  const known = new LRUCache<string, string>({ max: 20_000 })
  return (number: string, country: string): string => {
    const key = `${country}${number}`
    const found = known.get(key) ?? compute(number, country)
    known.set(key, found)
    return found
  }
}

/**
 * Returns E.164 text if the number is valid for the country. A number with an extension is returned as typed, in ASCII
 * digits; anything else as typed. Nothing is refused here.
 */
export const normalizeContactNumber = memoize((typed, country) => {
  const plain = cleanCode(typed)
  const { number, extension } = splitExtension(plain)
  const parsed = parse(number.replace(CODE_IN_BRACKETS, '$1'), country)
  if (!parsed?.isValid() || parsed.ext) return plain
  if (extension === null) return parsed.number
  return isAscii(plain) ? plain : `${number.trim()} ext. ${extension}`
})

/** Such as (+880) 1712-345678. */
const CODE_IN_BRACKETS = /^\((\+\d{1,3})\)/

/** Whether a stored number is a whole one, which can be called and compared with others. */
export function isCompleteNumber(stored: string): boolean {
  const parsed = parsePhoneNumberFromString(stored, { extract: false })
  return parsed?.number === stored && parsed.isValid()
}

/**
 * A typed number in international form, in which numbers of donors without an account are compared.
 * @param country that of numbers without a country code
 * @throws Refusal number-not-callable for a number that cannot be called
 */
export function callableNumber(typed: string, country: string): string {
  const number = normalizeContactNumber(typed, country)
  if (!isCompleteNumber(number)) throw refuseField('contactNumber', 'number-not-callable')
  return number
}

const ZERO_FOR_NATIONAL_CALLS = /\(0\)/

/** Formats a number for people of a country: their own in national format, others with the country code. */
export const formatContactNumber = memoize((stored, country) => {
  const { number, extension } = splitExtension(stored)
  const parsed = stored.startsWith('+') ? parse(number, country) : undefined
  if (!parsed?.isValid() || parsed.ext) return stored
  // A phone dials what is shown, and must not dial the zero of "+44 (0)20".
  if (extension !== null)
    return ZERO_FOR_NATIONAL_CALLS.test(number) ? `${parsed.formatInternational()} ext. ${extension}` : stored
  return parsed.country === country ? parsed.formatNational() : parsed.formatInternational()
})

/** A number to which text messages can be sent, in E.164 and as people read it; otherwise why they cannot. */
type Texting =
  | { phone: string; shown: string; obstacle: null }
  | { phone: null; shown: string; obstacle: 'extension' | 'not-mobile' | 'other-country' }

/** In some countries, such as the United States, nobody can tell mobile numbers from others. */
const MOBILE_TYPES = ['MOBILE', 'FIXED_LINE_OR_MOBILE']

type Site = {
  /** The country of numbers without a country code. */
  country: string
  /** Where text messages are sent (`SMS_COUNTRIES`). */
  countries: readonly string[]
}

/**
 * Finds out whether a contact number is a mobile number of a country to which text messages are sent. Every way of writing a
 * number has one result.
 */
export function textingTo(stored: string, { country, countries }: Site): Texting {
  const { number, extension } = splitExtension(cleanCode(stored))
  const parsed = parse(number, country)
  if (extension !== null || parsed?.ext) return { phone: null, shown: stored, obstacle: 'extension' }
  if (!parsed?.isValid() || !MOBILE_TYPES.includes(parsed.getType() ?? ''))
    return { phone: null, shown: formatContactNumber(stored, country), obstacle: 'not-mobile' }
  const shown = parsed.formatInternational()
  return isTextedNumber(parsed.number, countries)
    ? { phone: parsed.number, shown, obstacle: null }
    : { phone: null, shown, obstacle: 'other-country' }
}

/**
 * Whether text messages are sent to an E.164 number. Countries that share a calling code, such as +1, are told apart by the
 * number; one of no country is of its calling code.
 */
export function isTextedNumber(phone: string, countries: readonly string[]): boolean {
  const parsed = parsePhoneNumberFromString(phone)
  return parsed !== undefined && countries.includes(parsed.country ?? `+${parsed.countryCallingCode}`)
}

/** The last digits of a number without its extension, in ASCII digits. */
export const lastDigits = (number: string, count: number): string =>
  splitExtension(cleanCode(number)).number.replace(/\D/g, '').slice(-count)

/** Digits, and what people write between those of a number. */
const RUN_OF_DIGITS = /\+?\d[\d\p{Zs}\p{Pd}._()]*/gu
/** Such as 1204-1206 of rooms and 0900-1700 of hours. */
const PAIR = /^(\d{1,4})\p{Zs}*\p{Pd}\p{Zs}*(\d{1,4})$/u
/** E.164 allows 15 digits; 00 comes before them. */
const [MIN_CALLABLE_DIGITS, MAX_CALLABLE_DIGITS] = [7, 17]
/** Parsing takes so long that a text of nothing but digits is not looked through to its end. */
const MAX_PARTS = 60

/**
 * Whether a text contains a number that can be called: one that begins with + or 00, or is a possible one of the country.
 * Rooms, beds, roads, postal codes and hours are none.
 */
export const hasContactNumber = (text: string, country: string): boolean =>
  (inAsciiDigits(text.normalize('NFKC')).replace(INVISIBLE, '').match(RUN_OF_DIGITS) ?? []).some(run =>
    partsOf(run).some(part => isCallable(part, country)),
  )

/** The texts from one group of digits in a run to the same or a later one that are as long as numbers, each once. */
function partsOf(run: string): string[] {
  const groups = [...run.matchAll(/\+?\d+/g)].map(({ 0: group, index }) => ({
    index,
    end: index + group.length,
  }))
  const parts = new Set<string>()
  for (const [at, { index }] of groups.entries())
    for (const { end } of groups.slice(at, at + MAX_CALLABLE_DIGITS)) {
      const part = run.slice(index, end)
      const { length } = part.replace(/\D/g, '')
      if (length >= MIN_CALLABLE_DIGITS && length <= MAX_CALLABLE_DIGITS) parts.add(part)
      if (parts.size === MAX_PARTS) return [...parts]
    }
  return [...parts]
}

function isCallable(part: string, country: string): boolean {
  const digits = part.replace(/\D/g, '')
  const [, first = '', last = ''] = PAIR.exec(part) ?? []
  const isRange = first !== '' && first.length === last.length && first < last
  if (isRange) return false
  if (part.startsWith('+') || part.startsWith('00')) return true
  const parsed = parse(digits, country)
  // Numbers of a country with a prefix begin with it, and nearly any digits after it are one, if only of a new operator.
  return parsed !== undefined && (digits.startsWith('0') ? parsed.isPossible() : parsed.isValid())
}

const PART_OF_NUMBER = /^[\p{Nd}\p{Zs}\p{Pd}()+./]+$/u
const MIN_SEARCHED_DIGITS = 5

/**
 * The digits to look for in those of stored numbers, for a text that is a part of a number in any format; null for others.
 * They have no prefix of their own country, because it is not stored: 01712-345678 becomes 1712345678.
 */
export function digitsToFind(text: string): string | null {
  if (!PART_OF_NUMBER.test(text)) return null
  const digits = cleanCode(text).replace(/\D/g, '').replace(/^0+/, '')
  return digits.length < MIN_SEARCHED_DIGITS ? null : digits
}

/**
 * Whether `search_text` contains the search text, also as ids and addresses are stored, or the digits of the phone number
 * that it is a part of.
 */
export function containsTextOrNumber(search: string) {
  const texts = new Set([search, cleanCode(search), digitsToFind(search) ?? search])
  const found = [...texts].map(text => containsText('search_text', text))
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`
}

const parse = (text: string, country: string) =>
  parsePhoneNumberFromString(text, {
    ...(isSupportedCountry(country) && { defaultCountry: country as CountryCode }),
    extract: false,
  })

const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

const isAscii = (text: string) => /^[ -~]*$/.test(text)
