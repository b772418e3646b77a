/** Something in the repository that a row points at: `text` stands in it, or is the title of a test in it. */
export type Link = { text: string; path: string }

/** One clause of the specification. */
export type Row = {
  /** The line of the document, from 1. */
  line: number
  clause: string
  /** What the clause quotes: the words that a person reads. */
  messages: string[]
  code: Link[]
  tests: Link[]
}

/** Reads the tables of `docs/conformance.md`: `| clause | links to code | links to tests |`. */
export const readTable = (markdown: string): Row[] =>
  markdown.split('\n').flatMap((text, index) => {
    const [, clause = '', code = '', tests = ''] = text.split(/(?<!\\)\|/)
    const isRow = text.startsWith('|') && !isHeading(clause)
    return isRow ? [readRow(index + 1, clause.trim(), code, tests)] : []
  })

const isHeading = (clause: string) => /^\s*(:?-+:?|The specification says)\s*$/.test(clause)

const readRow = (line: number, clause: string, code: string, tests: string): Row => ({
  line,
  clause,
  messages: [...clause.matchAll(/"([^"]+)"/g)].map(([, message = '']) => message),
  code: readLinks(code),
  tests: readLinks(tests),
})

const readLinks = (cell: string): Link[] =>
  [...cell.matchAll(/\[(.+?)\]\(\.\.\/([^)]+)\)/g)].map(([, text = '', path = '']) => ({
    text: text.replace(/^`|`$/g, '').replaceAll('\\|', '|'),
    path,
  }))
