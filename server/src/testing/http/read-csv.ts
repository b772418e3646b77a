const BYTE_ORDER_MARK = '\uFEFF'

/** One cell and what ends it: quoted with doubled quotes, or bare without any sign that has a meaning. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y

/**
 * Reads a table as RFC 4180 has it, to the letter; gives its lines, the headings first.
 * @throws Error where it is none, or lacks the mark by which spreadsheets know UTF-8
 */
export function readCsv(text: string): string[][] {
  if (!text.startsWith(BYTE_ORDER_MARK)) throw new Error('no byte order mark')
  const lines: string[][] = []
  let line: string[] = []
  for (CELL.lastIndex = 1; CELL.lastIndex < text.length; ) {
    const at = CELL.lastIndex
    const [, quoted, bare = '', end] = CELL.exec(text) ?? []
    if (end === undefined) throw new Error(`no cell: ${JSON.stringify(text.slice(at, at + 80))}`)
    line.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end === ',') continue
    lines.push(line)
    line = []
  }
  return lines
}
