import { RECORD_COUNT_HEADER } from '@blood-bank/contract/streamed-replies'
import { readCsv } from '../../http/read-csv.ts'
import type { Received } from './received.ts'

/** Describes what is wrong with a reply that should be a CSV file with these headings; null if nothing is. */
export function csvFault(headings: readonly string[], { text, headers }: Received): string | null {
  if (headers['content-type'] !== 'text/csv; charset=utf-8') return 'a CSV file with another content type'
  if (!/^attachment; filename="[\w-]+\.csv"$/.test(String(headers['content-disposition'])))
    return 'a CSV file that is not an attachment'
  const [first = [], ...lines] = readCsv(text)
  if (first.join() !== headings.join()) return `other headings: ${first.join()}`
  if (lines.some(line => line.length !== headings.length)) return 'a line with another number of cells'
  if (headers[RECORD_COUNT_HEADER] !== String(lines.length))
    return 'another number of records than its header states'
  const formula = lines.flat().find(cell => STARTS_A_FORMULA.test(cell.trimStart().normalize('NFKC')))
  return formula === undefined ? null : `a spreadsheet would execute ${JSON.stringify(formula)}`
}

const STARTS_A_FORMULA = /^[=+\-@]/
