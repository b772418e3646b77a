import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSync, type Diagnostics } from 'recheck'
import { findExpressions } from './find.ts'
import { findFormats } from './formats.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The expressions that `speed.long.ts` has found to be fast, one a line. Judging them all takes twenty seconds. */
export const JUDGED = join(import.meta.dirname, 'judged.txt')

// The JavaScript of the detector; its programs for a JVM and for each system are not installed.
process.env.RECHECK_BACKEND = 'pure'

/** Without time limits: on a busy machine the verdict would be another. */
export const judge = (pattern: string, flags: string) =>
  checkSync(pattern, flags, { timeout: null, incubationTimeout: null, attackTimeout: null })

const why = (diagnostics: Exclude<Diagnostics, { status: 'safe' }>) =>
  diagnostics.status === 'unknown' ? diagnostics.error.kind : diagnostics.complexity.summary

/** Every expression of contract and server, by its text. A line break within it is written as an escape. */
export async function allExpressions() {
  const found = [...findExpressions(ROOT), ...(await findFormats(ROOT))]
  return new Map(found.map(one => [`/${one.pattern.replaceAll('\n', '\\n')}/${one.flags}`, one]))
}

export const judgedBefore = () => new Set(readFileSync(JUDGED, 'utf8').split('\n'))

/** The expressions that take more time than in proportion to the text, one a line. */
export const slowAmong = (expressions: Awaited<ReturnType<typeof allExpressions>>) =>
  [...expressions].flatMap(([text, { place, pattern, flags }]) => {
    const diagnostics = judge(pattern, flags)
    const isSafe = diagnostics.status === 'safe'
    return isSafe ? [] : [`${place}: ${text} is ${diagnostics.status}, ${why(diagnostics)}`]
  })
