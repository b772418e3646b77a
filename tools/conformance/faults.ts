import type { Link, Row } from './table.ts'

/** What is in the repository, by its path from the root folder on. */
export type Sources = ReadonlyMap<string, string>

/** A row must name the code that does it and the test that would fail without it, both where it says. */
export const rowFaults = (rows: Row[], sources: Sources): string[] =>
  rows.flatMap(({ line, code, tests }) => [
    ...(code.length === 0 ? [`Line ${line} names no code. Link what does it.`] : []),
    ...(tests.length === 0 ? [`Line ${line} names no test. Link one that would fail without it.`] : []),
    ...code.filter(link => !standsIn(sources, link)).map(link => astray(line, link)),
    ...tests.filter(({ path }) => !sources.has(path)).map(link => astray(line, link)),
  ])

const standsIn = (sources: Sources, { text, path }: Link) => sources.get(path)?.includes(text) ?? false

const astray = (line: number, { text, path }: Link) => `Line ${line}: «${text}» is not in ${path}.`

/** The specification's words stand once among the sources, to the letter. */
export function messageFaults(rows: Row[], sources: Sources): string[] {
  const product = [...sources].filter(([path]) => isProduct(path)).map(([path, text]) => [path, flat(text)])
  return rows.flatMap(({ line, messages }) =>
    messages.flatMap(message => {
      const places = product.flatMap(([path = '', text = '']) =>
        [...text.matchAll(wordsOf(message))].map(() => path),
      )
      return places.length === 1
        ? []
        : [
            `Line ${line}: "${message}" must stand once in the sources, not in ${places.join(', ') || 'none'}.`,
          ]
    }),
  )
}

/** What reaches people: neither tests nor what serves them. */
const isProduct = (path: string) =>
  /^(contract|server|web)\/src\//.test(path) && !/\.test\.tsx?$|\/testing\//.test(path)

/** Text of the pages may be broken into lines anywhere. */
const flat = (text: string) => text.replace(/\s+/g, ' ')

/** `{group}` stands for what the sources put in. */
const wordsOf = (message: string) =>
  new RegExp(message.replace(/[\\^$.*+?()[\]|]/g, '\\$&').replace(/\{\w+\}/g, '\\$\\{[^}]+\\}'), 'g')

/** A test that ran and passed. */
export type Passed = { path: string; title: string }

/** Each row's tests were tried, and passed. `…` in a title stands for anything, so for several at once. */
export const untriedFaults = (rows: Row[], passed: Passed[]): string[] =>
  rows.flatMap(({ line, tests }) =>
    tests
      .filter(link => !passed.some(({ path, title }) => path === link.path && titlesOf(link).test(title)))
      .map(({ text, path }) => `Line ${line}: no test «${text}» of ${path} ran and passed.`),
  )

const titlesOf = ({ text }: Link) =>
  new RegExp(`^${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('…', '.*')}$`)
