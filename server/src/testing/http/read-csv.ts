const BYTE_ORDER_MARK = '\uFEFF'

/** One cell and its terminator: quoted with doubled quotes, or unquoted without special characters. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y

/**
 * Parses CSV strictly by RFC 4180.
 * @returns its lines, the headings first
 * @throws Error if the text is invalid or lacks the byte order mark by which spreadsheets recognize UTF-8
 */
export function readCsv(text: string): string[][] {
  if (!text.startsWith(BYTE_ORDER_MARK)) throw new Error('no byte order mark')
  const lines: string[][] = []
  let line: string[] = []
  for (CELL.lastIndex = 1; CELL.lastIndex < text.length; ) {
    const at = CELL.lastIndex
    const [, quoted, bare = '', end] = CELL.exec(text) ?? []
    if (end === undefined) throw new Error(`invalid cell: ${JSON.stringify(text.slice(at, at + 80))}`)
    line.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end === ',') continue
    lines.push(line)
    line = []
  }
  return lines
}
