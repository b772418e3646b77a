import { join } from 'node:path'
import { checkSync, type Diagnostics } from 'recheck'
import { expect, test, vi } from 'vitest'
import { expressionsIn, findExpressions } from './find.ts'
import { findFormats } from './formats.ts'

const ROOT = join(import.meta.dirname, '../..')

// The JavaScript of the detector; its programs for a JVM and for each system are not installed.
vi.stubEnv('RECHECK_BACKEND', 'pure')

/** Without time limits: on a busy machine the verdict would be another. */
const judge = (pattern: string, flags: string) =>
  checkSync(pattern, flags, { timeout: null, incubationTimeout: null, attackTimeout: null })

const why = (diagnostics: Exclude<Diagnostics, { status: 'safe' }>) =>
  diagnostics.status === 'unknown' ? diagnostics.error.kind : diagnostics.complexity.summary

test('no regular expression of contract and server takes more time than in proportion to the text', async () => {
  const found = [...findExpressions(ROOT), ...(await findFormats(ROOT))]
  const expressions = new Map(
    found.map(expression => [`/${expression.pattern}/${expression.flags}`, expression]),
  )
  expect(expressions.size).toBeGreaterThan(80)
  const judged = [...expressions].map(([text, { place, pattern, flags }]) => {
    const diagnostics = judge(pattern, flags)
    const isSafe = diagnostics.status === 'safe'
    return isSafe ? [] : [`${place}: ${text} is ${diagnostics.status}, ${why(diagnostics)}`]
  })
  expect(judged.flat()).toEqual([])
}, 300_000)

test.each(['=+$', '[\\s,]*#', '(a|a)*$', '^(a+)+$'])('%s is found to be slow', pattern => {
  expect(judge(pattern, '').status).toBe('vulnerable')
})

test('expressions are found as literals and as calls with a string', () => {
  const source = `const a = /x+$/u\nconst b = [new RegExp('=+$', 'g'), RegExp('y')]`
  expect(expressionsIn('a.ts', source)).toEqual([
    { place: 'a.ts:1', pattern: 'x+$', flags: 'u' },
    { place: 'a.ts:2', pattern: '=+$', flags: 'g' },
    { place: 'a.ts:2', pattern: 'y', flags: '' },
  ])
  expect(() => expressionsIn('a.ts', 'new RegExp(name)')).toThrow(
    'a.ts:1: write new RegExp(name) as a literal',
  )
})
