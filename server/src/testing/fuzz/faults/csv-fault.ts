import { RECORD_COUNT_HEADER } from '@blood-bank/contract/csv'
import { readCsv } from '../../http/read-csv.ts'
import type { Received } from './received.ts'

/** What is wrong with a reply that should be a table of these headings; null when nothing is. */
export function csvFault(headings: readonly string[], { text, headers }: Received): string | null {
  if (headers['content-type'] !== 'text/csv; charset=utf-8') return 'a table that does not say what it is'
  if (!/^attachment; filename="[\w-]+\.csv"$/.test(String(headers['content-disposition'])))
    return 'a table that is not to be saved'
  const [first = [], ...lines] = readCsv(text)
  if (first.join() !== headings.join()) return `other headings: ${first.join()}`
  if (lines.some(line => line.length !== headings.length)) return 'a line of another length'
  if (headers[RECORD_COUNT_HEADER] !== String(lines.length)) return 'another number of records than it says'
  const formula = lines.flat().find(cell => STARTS_A_FORMULA.test(cell.trimStart().normalize('NFKC')))
  return formula === undefined ? null : `a spreadsheet would run ${JSON.stringify(formula)}`
}

const STARTS_A_FORMULA = /^[=+\-@]/
