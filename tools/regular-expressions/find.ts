import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/** A regular expression, and where it is. */
export type FoundExpression = { place: string; pattern: string; flags: string }

const SOURCES = ['contract/src/**/*.ts', 'server/src/**/*.ts']

/** What only tests run, on texts of their own. */
const IS_FOR_TESTS = /\.(?:test|long)\.ts$|-tests\/|\/testing\//

/** Finds the regular expressions of the contract and the server. */
export const findExpressions = (root: string): FoundExpression[] =>
  globSync(SOURCES, { cwd: root })
    .filter(path => !IS_FOR_TESTS.test(path))
    .sort()
    .flatMap(path => expressionsIn(path, readFileSync(join(root, path), 'utf8')))

/**
 * Finds the regular expressions of a file.
 * @throws Error if one is made of something else than a string, because nobody can judge it
 */
export function expressionsIn(path: string, source: string): FoundExpression[] {
  const found: FoundExpression[] = []
  const placeOf = (start: number) => `${path}:${source.slice(0, start).split('\n').length}`
  const readCall = ({ callee, arguments: args, start, end }: Call) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return
    const [pattern, flags] = args.map(textOf)
    if (typeof pattern !== 'string' || flags === null)
      throw new Error(
        `${placeOf(start)}: write ${source.slice(start, end)} as a literal, so that its speed can be judged.`,
      )
    found.push({ place: placeOf(start), pattern, flags: flags ?? '' })
  }
  new Visitor({
    Literal: literal => {
      if ('regex' in literal && literal.regex) found.push({ place: placeOf(literal.start), ...literal.regex })
    },
    NewExpression: readCall,
    CallExpression: readCall,
  }).visit(parseSync(path, source).program)
  return found
}

type Expression = { type: string; name?: unknown; value?: unknown }
type Call = { callee: Expression; arguments: Expression[]; start: number; end: number }

/** The text of a string literal; null for anything else. */
const textOf = ({ type, value }: Expression) =>
  type === 'Literal' && typeof value === 'string' ? value : null
