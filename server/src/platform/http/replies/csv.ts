import { Readable } from 'node:stream'
import { type CsvFile, type CsvRow, RECORD_COUNT_HEADER } from '@blood-bank/contract/csv'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'

/** By this sign at its beginning spreadsheets know that a file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Where a spreadsheet may take what a person wrote for a formula: at the beginning of a cell, whatever invisible
 * stands before it, and behind what it may take for the beginning of another cell or line, as some expect semicolons
 * or tabs between cells. The full-width signs do the same.
 */
const FORMULA = /(^|[;\t\r\n])(?=[[\s\p{C}]--[\t\r\n]]*[=+\-@＝＋－＠﹢﹣﹦﹫−])/gv
const CONTROL_AT_START = /^(?=[\t\r\n])/

/** A text that no spreadsheet runs: an apostrophe stands before what would make it a formula. */
export const escapeFormulas = (text: string): string =>
  text.replace(FORMULA, "$1'").replace(CONTROL_AT_START, "'")

/**
 * Lines by RFC 4180. Every text is quoted, so that only a number is a number. The library's own `escape_formulas` looks
 * at the first character alone; `escapeFormulas` also looks behind blanks and within a cell.
 */
export const csvLines = (rows: (string | number | null)[][]): string =>
  stringify(rows, {
    record_delimiter: 'windows',
    quoted_string: true,
    cast: { string: escapeFormulas },
  })

/**
 * Sends a table as a file, page by page and no faster than it is taken, so that its length costs no memory. When a
 * page cannot be read the connection is broken off: half a table must not look like a whole one.
 */
export function sendCsv(reply: FastifyReply, headings: readonly string[], file: CsvFile) {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${file.name}.csv"`)
    .header(RECORD_COUNT_HEADER, file.count)
    .send(Readable.from(csvText(headings, file.pages)))
}

async function* csvText(headings: readonly string[], pages: AsyncIterable<CsvRow<string>[]>) {
  // With the first page, as a failure to read that one can still be answered as such.
  let text = `${BYTE_ORDER_MARK}${csvLines([[...headings]])}`
  for await (const rows of pages) {
    yield text + csvLines(rows.map(row => headings.map(heading => row[heading] ?? null)))
    text = ''
  }
  if (text !== '') yield text
}
