import { isAfter1900 } from '@blood-bank/contract/donors/fields'
import { plainText } from './plain-text.ts'

/** The order of day and month in a file that writes both as numbers. */
export const DATE_ORDERS = ['day-first', 'month-first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** A date as `YYYY-MM-DD`, null for none, or why the text cannot be read as one. */
type ReadDay = { day: string | null; fault?: never } | { day?: never; fault: string }

type DayOptions = { order: DateOrder | null; today: string }

const NO_DONATION = /^(?:|-|n\/?a|nil|none|never|not yet)$/i
const TIME = /(?:t| )\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/i
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const NUMBERS = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/
const DAY_BEFORE_NAME = /^(\d{1,2})(?:st|nd|rd|th)?[-/., ]+([a-z]+)\.?[-/., ]+(\d{4}|\d{2})$/i
const NAME_BEFORE_DAY = /^([a-z]+)\.?[- ]+(\d{1,2})(?:st|nd|rd|th)?[-, ]+(\d{4})$/i
const SERIAL_NUMBER = /^\d{4,6}(?:\.\d+)?$/

const monthNames = (month: 'long' | 'short') =>
  Array.from({ length: 12 }, (_, index) =>
    new Intl.DateTimeFormat('en-US', { month, timeZone: 'UTC' }).format(Date.UTC(2000, index)).toLowerCase(),
  )
const LONG_NAMES = monthNames('long')
const SHORT_NAMES = monthNames('short')

/**
 * Reads the day of a last donation as people and spreadsheets write it. A date that could be two days, such as 03/04/2025,
 * is read only if the order is given, and so is a year of two digits.
 */
export function readDonationDay(written: string, { order, today }: DayOptions): ReadDay {
  const text = plainText(written).replace(TIME, '')
  if (NO_DONATION.test(text)) return { day: null }
  const days = possibleDays(text, order)
  const [day, ...others] = new Set(days)
  if (day === undefined) return { fault: `“${written.trim()}” is not a date. ${adviceFor(text, order)}` }
  if (others.length > 0)
    return {
      fault: `“${written.trim()}” could be ${[day, ...others].join(' or ')}. Say which with --dates day-first or --dates month-first.`,
    }
  if (day > today) return { fault: `${day} is in the future.` }
  if (!isAfter1900(day)) return { fault: `${day} is not after 1900.` }
  return { day }
}

function adviceFor(text: string, order: DateOrder | null) {
  if (SERIAL_NUMBER.test(text))
    return 'Format the column as dates in the spreadsheet and save the file again.'
  if (NUMBERS.test(text) && order) return `It was read as ${order}, as --dates says.`
  return 'Write it as 2025-03-31.'
}

function possibleDays(text: string, order: DateOrder | null): string[] {
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) return daysOf([[yearFirst[1], yearFirst[3], yearFirst[4]]])
  const named = DAY_BEFORE_NAME.exec(text)
  if (named) {
    const [, first, name, year] = named
    const month = monthOf(name)
    return daysOf([
      [fullYear(year), month, first],
      // "3-Mar-25" could be the 25th of March 2003.
      ...(year?.length === 2 && !order ? [[fullYear(first), month, year]] : []),
    ])
  }
  const nameFirst = NAME_BEFORE_DAY.exec(text)
  if (nameFirst) return daysOf([[nameFirst[3], monthOf(nameFirst[1]), nameFirst[2]]])
  const numbers = NUMBERS.exec(text)
  if (!numbers) return []
  const [, first, , second, year] = numbers
  return daysOf([
    ...(order !== 'month-first' ? [[fullYear(year), second, first]] : []),
    ...(order !== 'day-first' ? [[fullYear(year), first, second]] : []),
    ...(order === null && year?.length === 2 ? [[fullYear(first), second, year]] : []),
  ])
}

const fullYear = (year = '') => (year.length === 4 ? year : `20${year.padStart(2, '0')}`)

function monthOf(name = '') {
  const known = name.toLowerCase() === 'sept' ? 'sep' : name.toLowerCase()
  return String(Math.max(LONG_NAMES.indexOf(known), SHORT_NAMES.indexOf(known)) + 1)
}

/** Those of year, month and day that exist. */
function daysOf(parts: (string | undefined)[][]): string[] {
  return parts.flatMap(([year = '', month = '', day = '']) => {
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    const time = new Date(`${date}T00:00:00Z`)
    return Number.isNaN(time.getTime()) || time.toISOString().slice(0, date.length) !== date ? [] : [date]
  })
}
