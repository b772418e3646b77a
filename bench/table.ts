/** A table in Markdown; the first column is text, the others are figures. */
export function tableOf(headings: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const rule = headings.map((_, column) => (column === 0 ? '---' : '---:'))
  return [line(headings), `|${rule.join('|')}|`, ...rows.map(line)].join('\n')
}
