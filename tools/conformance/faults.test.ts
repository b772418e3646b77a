import { expect, test } from 'vitest'
import { formatFaults, readClauses } from './clauses.ts'
import { linkFaults, messageFaults, untriedFaults } from './faults.ts'

const MESSAGE = "'Failed to fetch users.'"
const sources = new Map([
  ['web/src/users.tsx', `export const USERS = ${MESSAGE}`],
  ['web/src/users.test.tsx', `expect(${MESSAGE})`],
])

const documentOf = (...lines: string[]) => ['# Title', '', ...lines, '', 'Text after the list'].join('\n')
const clausesOf = (...lines: string[]) => readClauses(documentOf(...lines))

const CLAUSE = [
  '- It shows "Failed to',
  '  fetch users."',
  '  - code: [`USERS`](../web/src/users.tsx)',
  '  - test: [it | works [so]](../web/src/users.test.tsx)',
]

const [clause] = clausesOf(...CLAUSE)

test('a clause is read with its messages, its code and its tests', () => {
  expect(clausesOf(...CLAUSE, '- It does nothing')).toEqual([
    {
      line: 3,
      text: 'It shows "Failed to fetch users."',
      messages: ['Failed to fetch users.'],
      code: [{ text: 'USERS', path: 'web/src/users.tsx' }],
      tests: [{ text: 'it | works [so]', path: 'web/src/users.test.tsx' }],
    },
    { line: 7, text: 'It does nothing', messages: [], code: [], tests: [] },
  ])
})

test('a clause that names no code, no test, or something that does not exist is reported by its line', () => {
  expect(linkFaults(clausesOf(...CLAUSE), sources)).toEqual([])
  expect(linkFaults(clausesOf('- It does nothing'), sources)).toEqual([
    'Line 3 names no code. Link the code that implements the clause.',
    'Line 3 names no test. Link one that would fail without the code.',
  ])
  const missing = [
    '- It works',
    '  - code: [`ROLES`](../web/src/users.tsx)',
    '  - test: [it](../web/src/gone.test.tsx)',
  ]
  expect(linkFaults(clausesOf(...missing), sources)).toEqual([
    'Line 3: "ROLES" is not in web/src/users.tsx.',
    'Line 3: "it" is not in web/src/gone.test.tsx.',
  ])
})

test('a line of more than 200 characters, an unknown nested item and a table are reported', () => {
  expect(formatFaults(documentOf(...CLAUSE, 'x'.repeat(200)))).toEqual([])
  expect(formatFaults(documentOf('x'.repeat(201)))).toEqual(['Line 3 is longer than 200 characters.'])
  expect(formatFaults(documentOf('- It works', '  - tests: [it](../web/src/users.test.tsx)'))).toHaveLength(1)
  expect(formatFaults(documentOf('  - test: it'))).toHaveLength(1)
  expect(formatFaults(documentOf('| It works | nothing | nothing |'))).toHaveLength(1)
})

test('a message that occurs twice, or not to the letter, is reported', () => {
  expect(messageFaults(clausesOf(...CLAUSE), sources)).toEqual([])
  const twice = new Map([...sources, ['contract/src/users.ts', `const again =\n  ${MESSAGE}`]])
  expect(messageFaults(clausesOf(...CLAUSE), twice)).toHaveLength(1)
  expect(messageFaults(clausesOf('- "Failed to fetch user."'), sources)).toHaveLength(1)
})

test('a message may be broken into lines, and contain a value that the code inserts', () => {
  const page = new Map([['web/src/hits.tsx', `None for\n  group: \${bloodGroup}.`]])
  expect(messageFaults(clausesOf('- "None for group: {group}."'), page)).toEqual([])
})

test('a test that did not run, failed, or is in another file is reported', () => {
  const path = 'web/src/users.test.tsx'
  const faults = (text: string, passed: { path: string; title: string }) =>
    untriedFaults(clause ? [{ ...clause, tests: [{ text, path }] }] : [], [passed])
  expect(faults('it', { path, title: 'it' })).toEqual([])
  expect(faults('it', { path, title: 'its' })).toHaveLength(1)
  expect(faults('it', { path: 'web/src/other.test.tsx', title: 'it' })).toHaveLength(1)
  expect(faults('… x', { path, title: 'is it (a t' })).toHaveLength(1)
  expect(faults('i…', { path, title: 'is it (a t' })).toEqual([])
})
