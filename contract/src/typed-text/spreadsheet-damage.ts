import { cleanCode } from './clean.ts'

/** What a spreadsheet makes of a long number, and of one with decimals: "2.01933E+09", "2019331042.0", "1,712,345". */
const NUMBER = /^[+-]?(?:\d{1,3}(?:[.,]\d+e[+-]?|e\+)\d+|\d{4,}[.,]0+|\d{1,3}(?:,\d{3}){2,})$/i

/** Its errors, "#N/A" and "#REF!", in any language, a column that is too narrow, "########", and "Err:502" of LibreOffice. */
const ERROR = /^#(?:#+|n\/?[adv]|[¡¿]?[\p{L}\d/_]+[!?])$|^err:\d{3}$/iu

/** What it makes of "1-3" and "3-24". An id may be "MAR-24" or "3/1/2024". */
const DATE =
  /^(\d{1,2}[-./ ])?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:[-./ ](?:\d{4}|\d{2}))?$/i
const MONTH_AND_YEAR = /^[A-Z][a-z]{2}-\d{2}$/
const DATE_AND_TIME = /^\d{4}-\d{2}-\d{2}[t ]\d{2}:\d{2}/i

/**
 * Whether a spreadsheet has put something else in place of a value, which cannot be known from it: "2.01933E+09", "1-Mar",
 * "#N/A", "########".
 * @param isDate whether the value is to be a date, so that one is no damage
 */
export function isDamagedBySpreadsheet(value: string, { isDate = false } = {}): boolean {
  const text = cleanCode(value)
  if (NUMBER.test(text) || ERROR.test(text)) return true
  const [date, day] = DATE.exec(text) ?? []
  return (
    !isDate &&
    (DATE_AND_TIME.test(text) || (date !== undefined && (Boolean(day) || MONTH_AND_YEAR.test(date))))
  )
}

/** Why such a value of a form is refused. */
export const damageMessage = (label: string, value: string): string =>
  `${label} “${value}” was changed by a spreadsheet. Enter it as it was before.`
