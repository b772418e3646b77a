import { Readable } from 'node:stream'
import { type CsvFile, type CsvRow, RECORD_COUNT_HEADER } from '@blood-bank/contract/endpoint'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'

/** Spreadsheets recognize UTF-8 by this character at the start of a file. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * The positions at which a spreadsheet may read user input as a formula: at the start of a cell, also after invisible
 * characters, and after a character that some spreadsheets read as the start of another cell or line, such as a semicolon
 * or tab. The full-width signs have the same effect.
 */
const FORMULA = /(^|[;\t\r\n])(?=(?:(?![\t\r\n])[\s\p{C}])*[=+\-@＝＋－＠﹢﹣﹦﹫−])/gu
const CONTROL_AT_START = /^(?=[\t\r\n])/

/** Inserts an apostrophe wherever a spreadsheet would start a formula. */
export const escapeFormulas = (text: string): string =>
  text.replace(FORMULA, "$1'").replace(CONTROL_AT_START, "'")

/**
 * Formats rows by RFC 4180. Every text is quoted, so that only numbers are read as numbers. The library's own
 * `escape_formulas` checks only the first character; `escapeFormulas` also checks after blanks and within a cell.
 */
export const csvLines = (rows: (string | number | null)[][]): string =>
  stringify(rows, {
    record_delimiter: 'windows',
    quoted_string: true,
    cast: { string: escapeFormulas },
  })

/**
 * Streams a table as a file, page by page and with backpressure, so that memory does not grow with its length. If a page
 * cannot be read, the connection is aborted, because a partial table must not look complete.
 * @param requireRight throws if the caller may not have the table any more. It is called when a page has been read, so that
 * whoever reads slowly gets nothing that was written after the right to it ended.
 */
export function sendCsv(
  reply: FastifyReply,
  headings: readonly string[],
  file: CsvFile,
  requireRight: () => Promise<void>,
) {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${file.name}.csv"`)
    .header(RECORD_COUNT_HEADER, file.count)
    .send(Readable.from(csvText(headings, file.pages, requireRight)))
}

async function* csvText(
  headings: readonly string[],
  pages: AsyncIterable<CsvRow<string>[]>,
  requireRight: () => Promise<void>,
) {
  // The headings are sent with the first page, so that a failure to read it can still be answered with an error.
  let text = `${BYTE_ORDER_MARK}${csvLines([[...headings]])}`
  for await (const rows of pages) {
    await requireRight()
    yield text + csvLines(rows.map(row => headings.map(heading => row[heading] ?? null)))
    text = ''
  }
  if (text !== '') yield text
}
