import { expect, test } from 'vitest'
import { expressionsIn } from './find.ts'
import { allExpressions, judge, judgedBefore, slowAmong } from './judge.ts'

test('no new regular expression of contract and server takes more time than in proportion to the text', async () => {
  const expressions = await allExpressions()
  expect(expressions.size).toBeGreaterThan(80)
  for (const text of judgedBefore()) expressions.delete(text)
  expect(slowAmong(expressions)).toEqual([])
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
