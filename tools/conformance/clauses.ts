/** Something in the repository that a clause points at: a text that `path` contains, or the title of a test in it. */
export type Link = { text: string; path: string }

/** One clause of the specification. */
export type Clause = {
  /** The line of the document where the clause starts, from 1. */
  line: number
  text: string
  /** The texts in double quotes: what the specification says to the letter. */
  messages: string[]
  code: Link[]
  tests: Link[]
}

/**
 * Reads `docs/conformance.md`. A clause is a list item, which may go on over several lines, with nested items
 * `- code: [text](../path)` and `- test: [title](../path)`.
 */
export const readClauses = (markdown: string): Clause[] => {
  const lines = markdown.split('\n')
  return lines.flatMap((line, index) => (line.startsWith('- ') ? [readClause(lines, index)] : []))
}

function readClause(lines: string[], start: number): Clause {
  const rest = lines.slice(start + 1)
  const end = rest.findIndex(line => !line.startsWith('  '))
  const inner = end === -1 ? rest : rest.slice(0, end)
  const continuation = inner.filter(line => !isNested(line))
  const text = [lines[start]?.slice(2), ...continuation.map(line => line.trim())].join(' ')
  return {
    line: start + 1,
    text,
    messages: [...text.matchAll(/"([^"]+)"/g)].map(([, message = '']) => message),
    code: readLinks(inner, 'code'),
    tests: readLinks(inner, 'test'),
  }
}

const isNested = (line: string) => line.startsWith('  - ')

const readLinks = (lines: string[], kind: 'code' | 'test'): Link[] =>
  lines.flatMap(line => {
    const link = line.match(new RegExp(`^  - ${kind}: \\[(.+)\\]\\(\\.\\./([^)]+)\\)$`))
    return link ? [{ text: (link[1] ?? '').replace(/^`|`$/g, ''), path: link[2] ?? '' }] : []
  })

const MAX_LINE_LENGTH = 200

/** Lines that a reviewer could not read, or that the reader above would overlook. */
export const formatFaults = (markdown: string): string[] =>
  markdown
    .split('\n')
    .flatMap((text, index) => [
      ...(text.length > MAX_LINE_LENGTH
        ? [`Line ${index + 1} is longer than ${MAX_LINE_LENGTH} characters.`]
        : []),
      ...(isNested(text) && !isLink(text)
        ? [`Line ${index + 1} must be "- code: [text](../path)" or "- test: …".`]
        : []),
      ...(text.startsWith('|')
        ? [`Line ${index + 1} is a row of a table. Write clauses as list items.`]
        : []),
    ])

const isLink = (line: string) => /^ {2}- (code|test): \[.+\]\(\.\.\/[^)]+\)$/.test(line)
