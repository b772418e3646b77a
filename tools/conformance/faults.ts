import type { Clause, Link } from './clauses.ts'

/** The files of the repository: path from the root folder → content. */
export type Sources = ReadonlyMap<string, string>

/** A clause must name code that occurs in its file and at least one test in a file that exists. */
export const linkFaults = (clauses: Clause[], sources: Sources): string[] =>
  clauses.flatMap(({ line, code, tests }) => [
    ...(code.length === 0 ? [`Line ${line} names no code. Link the code that implements the clause.`] : []),
    ...(tests.length === 0 ? [`Line ${line} names no test. Link one that would fail without the code.`] : []),
    ...code.filter(link => !occursIn(sources, link)).map(link => notFound(line, link)),
    ...tests.filter(({ path }) => !sources.has(path)).map(link => notFound(line, link)),
  ])

const occursIn = (sources: Sources, { text, path }: Link) => sources.get(path)?.includes(text) ?? false

const notFound = (line: number, { text, path }: Link) => `Line ${line}: "${text}" is not in ${path}.`

/** Each message of the specification occurs exactly once in the product's sources, to the letter. */
export function messageFaults(clauses: Clause[], sources: Sources): string[] {
  const product = [...sources]
    .filter(([path]) => isProduct(path))
    .map(([path, text]) => [path, collapseSpace(text)])
  return clauses.flatMap(({ line, messages }) =>
    messages.flatMap(message => {
      const places = product.flatMap(([path = '', text = '']) =>
        [...text.matchAll(patternOf(message))].map(() => path),
      )
      return places.length === 1
        ? []
        : [
            `Line ${line}: "${message}" must occur once in the sources. It occurs in: ${places.join(', ') || 'none'}.`,
          ]
    }),
  )
}

/** Tests and test helpers may repeat a message; the product may not. */
const isProduct = (path: string) =>
  /^(contract|server|web)\/src\//.test(path) && !/\.test\.tsx?$|\/testing\//.test(path)

/** The formatter may break the text of a page at any space. */
const collapseSpace = (text: string) => text.replace(/\s+/g, ' ')

/** `{group}` in a message stands for a template placeholder `${…}` in the sources. */
const patternOf = (message: string) =>
  new RegExp(message.replace(/[\\^$.*+?()[\]|]/g, '\\$&').replace(/\{\w+\}/g, '\\$\\{[^}]+\\}'), 'g')

/** A test that ran and passed. */
export type Passed = { path: string; title: string }

/** Every test that a clause names must have run and passed. `…` in a title stands for any text. */
export const untriedFaults = (clauses: Clause[], passed: Passed[]): string[] =>
  clauses.flatMap(({ line, tests }) =>
    tests
      .filter(
        link => !passed.some(({ path, title }) => path === link.path && titlePatternOf(link).test(title)),
      )
      .map(({ text, path }) => `Line ${line}: no test "${text}" of ${path} ran and passed.`),
  )

const titlePatternOf = ({ text }: Link) =>
  new RegExp(`^${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('…', '.*')}$`)
