import { cleanCode } from './typed-text.ts'

/** What a spreadsheet makes of a long number, of one with decimals, and of a column that is too narrow. */
const NUMBERS: RegExp[] = [
  /^[+-]?\d{1,3}(?:[.,]\d+)?e\+\d+$/i,
  /^[+-]?\d{1,3}[.,]\d+e-?\d+$/i,
  /^[+-]?\d{4,}[.,]0+$/,
  /^\d{1,3}(?:,\d{3}){2,}$/,
  /^#{2,}$/,
]

/** Its errors: "#N/A", "#REF!", "#NAME?", also in other languages, and "Err:502" of LibreOffice. */
const ERRORS: RegExp[] = [/^#[¡¿]?[\p{L}\d/_]+[!?]$/u, /^#(?:n\/?[adv]|getting_data|i\/t)$/i, /^err:\d{3}$/i]

/** What it makes of "1-3" and "3-24". An id may be "MAR-24" or "3/1/2024". */
const DATES: RegExp[] = [
  /^\d{1,2}[-./ ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:[-./ ](?:\d{4}|\d{2}))?$/i,
  /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d{2}$/,
  /^\d{4}-\d{2}-\d{2}[t ]\d{2}:\d{2}/i,
]

/**
 * Whether a spreadsheet has put something else in place of a value, which cannot be known from it: "2.01933E+09", "1-Mar",
 * "#N/A", "########".
 * @param isDate whether the value is to be a date, so that one is no damage
 */
export function isDamagedBySpreadsheet(value: string, { isDate = false } = {}): boolean {
  const text = cleanCode(value)
  return [...NUMBERS, ...ERRORS, ...(isDate ? [] : DATES)].some(damage => damage.test(text))
}

/** Why such a value of a form is refused. */
export const damageMessage = (label: string, value: string): string =>
  `${label} “${value}” was changed by a spreadsheet. Enter it as it was before.`
