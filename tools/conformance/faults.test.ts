import { expect, test } from 'vitest'
import { messageFaults, rowFaults, untriedFaults } from './faults.ts'
import { readTable } from './table.ts'

const SAID = "'Failed to fetch users.'"
const sources = new Map([
  ['web/src/users.tsx', `export const USERS = ${SAID}`],
  ['web/src/users.test.tsx', `expect(${SAID})`],
])

const tableOf = (...rows: string[]) =>
  readTable(['# Title', '| The specification says | Code | Test |', '|---|---|---|', ...rows].join('\n'))

const ROW =
  '| It says "Failed to fetch users." | [`USERS`](../web/src/users.tsx) | [it](../web/src/users.test.tsx) |'

test('a row is a clause with its words, its code and its tests', () => {
  expect(tableOf(ROW)).toEqual([
    {
      line: 4,
      clause: 'It says "Failed to fetch users."',
      messages: ['Failed to fetch users.'],
      code: [{ text: 'USERS', path: 'web/src/users.tsx' }],
      tests: [{ text: 'it', path: 'web/src/users.test.tsx' }],
    },
  ])
})

test('a row that names no code, no test, or what is not there is told by its line', () => {
  expect(rowFaults(tableOf(ROW), sources)).toEqual([])
  expect(rowFaults(tableOf('| It does | nothing | nothing |'), sources)).toEqual([
    'Line 4 names no code. Link what does it.',
    'Line 4 names no test. Link one that would fail without it.',
  ])
  const astray = '| It does | [`ROLES`](../web/src/users.tsx) | [it](../web/src/gone.test.tsx) |'
  expect(rowFaults(tableOf(astray), sources)).toEqual([
    'Line 4: «ROLES» is not in web/src/users.tsx.',
    'Line 4: «it» is not in web/src/gone.test.tsx.',
  ])
})

test('a message that stands twice, or not to the letter, is told', () => {
  expect(messageFaults(tableOf(ROW), sources)).toEqual([])
  const twice = new Map([...sources, ['contract/src/users.ts', `const again =\n  ${SAID}`]])
  expect(messageFaults(tableOf(ROW), twice)).toHaveLength(1)
  expect(messageFaults(tableOf('| "Failed to fetch user." | | |'), sources)).toHaveLength(1)
})

test('a message may be broken into lines, and hold what the sources put in', () => {
  const page = new Map([['web/src/hits.tsx', `None for\n  group: \${bloodGroup}.`]])
  expect(messageFaults(tableOf('| "None for group: {group}." | | |'), page)).toEqual([])
})

test('a test that did not run, failed, or stands in another file is told', () => {
  const rows = tableOf(ROW)
  const path = 'web/src/users.test.tsx'
  expect(untriedFaults(rows, [{ path, title: 'it' }])).toEqual([])
  expect(untriedFaults(rows, [{ path, title: 'its' }])).toHaveLength(1)
  expect(untriedFaults(rows, [{ path: 'web/src/other.test.tsx', title: 'it' }])).toHaveLength(1)
  expect(untriedFaults(tableOf(ROW.replace('[it]', '[… x]')), [{ path, title: 'is it (a t' }])).toHaveLength(
    1,
  )
  expect(untriedFaults(tableOf(ROW.replace('[it]', '[i…]')), [{ path, title: 'is it (a t' }])).toEqual([])
})
