import { splitExtension } from '@blood-bank/contract/numbers/phone-extensions'
import styles from './phone-link.module.css'

/** Fewer digits are part of a number: before a slash, an area code ("030/123456" is one number, not two). */
const MIN_DIGITS = 5

/** A phone number as a link that calls it. */
export function PhoneLink({ number }: { number: string }) {
  const digits = dialable(number)
  if (!digits) return number
  return (
    <a className={styles.number} href={`tel:${digits}`}>
      {number}
    </a>
  )
}

/**
 * What a phone dials for a number as people write it: its digits and plus sign, the first of several numbers, and the
 * extension as in RFC 3966. Null for digits of a script that phones can't dial.
 */
export function dialable(number: string): string | null {
  const plain = number.normalize('NFKC')
  if (/(?!\d)\p{Nd}/u.test(plain)) return null
  const { number: main, extension } = splitExtension(plain)
  const numbers = main.split(/[a-z;,#]/i).flatMap(numbersAroundSlashes)
  const digits = numbers.find(isWhole) ?? digitsOf(main)
  if (digits === '') return null
  return extension === null ? digits : `${digits};ext=${extension}`
}

function numbersAroundSlashes(text: string): string[] {
  const [first = '', ...others] = text.split('/').map(digitsOf)
  return isWhole(first) ? [first, ...others] : [[first, ...others].join('')]
}

const isWhole = (digits: string) => digits.length >= MIN_DIGITS

/** In +44 (0)20, the zero is for calls inside the country. */
const digitsOf = (text: string) => text.replace(/(\+\d{1,3}\W?)\(0\)/, '$1').replace(/[^\d+]/g, '')
