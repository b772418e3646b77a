import { CsvError, parse } from 'csv-parse/sync'
import { countKnownHeadings } from './columns.ts'

/** A line of a file; a line with line breaks within quotes counts where it begins. */
export type TableLine = { line: number; cells: string[] }

const SEPARATORS = [',', ';', '\t']

/** The first line of files that Excel writes for itself: "sep=;". */
const SEPARATOR_LINE = /^sep=(.)\n/i

/**
 * Reads a CSV file as spreadsheets write it: in UTF-8 or UTF-16, with or without a byte order mark, with commas, semicolons
 * or tabs, with any line ends. Lines without content are left out.
 * @returns the lines; the first one has the headings
 * @throws if the file is not one of text, or if quotation marks do not match
 */
export function readTable(file: Uint8Array): TableLine[] {
  const text = decode(file).replace(/\r\n?/g, '\n')
  const separatorLine = SEPARATOR_LINE.exec(text)
  // The separator of the first line is blanked rather than removed, so that lines keep their numbers.
  const table = separatorLine ? text.slice(separatorLine[0].length - 1) : text
  const separator = separatorLine?.[1] ?? findSeparator(table)
  return parseLines(table, separator).filter(({ cells }) => cells.some(cell => cell.trim() !== ''))
}

/** The separator with which most headings are known. A heading within quotes can have line breaks. */
function findSeparator(table: string): string {
  const countHeadings = (delimiter: string) => {
    try {
      const [headings = []] = parse(table.trimStart(), { delimiter, to: 1, relax_quotes: true })
      return countKnownHeadings(headings)
    } catch {
      // What is wrong with the quotation marks is said when the lines are read.
      return 0
    }
  }
  return SEPARATORS.reduce((best, other) => (countHeadings(other) > countHeadings(best) ? other : best))
}

function parseLines(text: string, delimiter: string): TableLine[] {
  const lines: TableLine[] = []
  let next = 1
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      onRecord(cells: string[], { lines: last }) {
        lines.push({ line: next, cells: cells.map(unescapeFormula) })
        next = last + 1
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Error(
      `The quotation marks of the line that begins at ${next} do not match. Save the file again as CSV from the spreadsheet.`,
    )
  }
  return lines
}

/** This site's own files have an apostrophe before whatever a spreadsheet could read as a formula. */
const unescapeFormula = (cell: string) => cell.replace(/^'(?=[=+\-@])/, '')

function decode(file: Uint8Array): string {
  const isUtf16 = (file[0] === 0xff && file[1] === 0xfe) || (file[0] === 0xfe && file[1] === 0xff)
  const encoding = isUtf16 ? (file[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(file)
    if (!text.includes('\0')) return text
  } catch {
    // Said below.
  }
  throw new Error(
    'The file is not a CSV file in UTF-8. In the spreadsheet, save it as “CSV UTF-8” (Excel), or as CSV with the character set UTF-8 (LibreOffice).',
  )
}
