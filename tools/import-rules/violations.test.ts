import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readSourceFiles } from './source-files.ts'
import { importing, violationsIn } from './testing/sources.ts'
import { findViolations } from './violations.ts'

test('this repository follows the import rules', () => {
  const files = readSourceFiles(fileURLToPath(new URL('../..', import.meta.url)))
  expect(files.length).toBeGreaterThan(100)
  expect(files.map(({ path }) => path)).toContain('server/src/app.ts')
  expect(findViolations(files)).toEqual([])
})

test('a violation names the file, the import, the rule, and what to do', () => {
  const path = 'server/src/platform/http/server.ts'
  expect(violationsIn({ [path]: importing('../../features/donors/store.ts') })).toEqual([
    'server/src/platform/http/server.ts imports ../../features/donors/store.ts. In server, platform must not import features: take what you need as an argument, or move this file to a higher layer.',
  ])
})

test.each([
  ['a type', "import type { Donor } from '../b/b.ts'"],
  ['the type of a module', "export type B = import('../b/b.ts').B"],
  ['a dynamic import', "export const load = () => import('../b/b.ts')"],
  ['a side effect', "import '../b/b.ts'"],
])('%s counts like any other', (_, source) => {
  expect(violationsIn({ 'web/src/features/a/a.ts': source })).toHaveLength(1)
})

test.each([
  ["export { it } from './b.ts'"],
  ["export type { It } from './b.ts'"],
  ["export * from './b.ts'"],
  ["import { it } from './b.ts'\nexport { it }"],
])('a barrel is refused: %s', source => {
  expect(violationsIn({ 'contract/src/a.ts': source })).toEqual([expect.stringContaining('no barrels')])
})

test('a cycle of files is refused, and reported once', () => {
  const cycle = {
    'contract/src/a.ts': importing('./b.ts'),
    'contract/src/b.ts': "import type { C } from './c.ts'",
    'contract/src/c.ts': importing('./a.ts'),
    'contract/src/d.ts': importing('./a.ts'),
  }
  expect(violationsIn(cycle)).toEqual([
    'contract/src/a.ts → contract/src/b.ts → contract/src/c.ts → contract/src/a.ts. These files import each other in a cycle: move what they share to another file.',
  ])
})

test('a cycle of folders is refused with the imports that cause it', () => {
  const cycle = {
    'server/src/identity/a/a.ts': importing('../b/b.ts'),
    'server/src/identity/b/b.ts': '',
    'server/src/identity/b/more.ts': importing('../a/more.ts'),
    'server/src/identity/a/more.ts': '',
    'server/src/identity/b/b.test.ts': importing('../c/c.ts'),
    'server/src/identity/c/c.ts': importing('../b/b.ts'),
  }
  const [violation, ...others] = violationsIn(cycle)
  expect(others).toEqual([])
  expect(violation).toContain(
    'server/src/identity/a → server/src/identity/b → server/src/identity/a. These folders import each other in a cycle',
  )
  expect(violation).toContain(
    'server/src/identity/a/a.ts imports ../b/b.ts, server/src/identity/b/more.ts imports ../a/more.ts',
  )
})

test.each(['utils', 'util', 'helpers', 'misc', 'common', 'lib', 'date-utils'])(
  'the name %s is refused',
  name => {
    expect(violationsIn({ [`web/src/ui/${name}.ts`]: '' })).toEqual([
      expect.stringContaining('says nothing about the content'),
    ])
    expect(violationsIn({ [`web/src/${name}/dates.ts`]: '' })).toEqual([
      expect.stringContaining('says nothing about the content'),
    ])
  },
)

test('a feature may not import a file of src that imports features', () => {
  const violations = violationsIn({
    'server/src/housekeeping.ts': importing('./tidy.ts'),
    'server/src/tidy.ts': importing('./features/sessions/store.ts'),
    'server/src/features/donors/routes.ts': importing('../../housekeeping.ts'),
  })
  expect(violations).toEqual([
    expect.stringContaining('features must not import operations and app'),
    expect.stringContaining('These folders import each other in a cycle'),
  ])
  expect(violations[0]).toContain('server/src/housekeeping.ts is in that layer because of its own imports')
})

test('a syntax error is reported', () => {
  expect(violationsIn({ 'contract/src/a.ts': 'const =' })).toEqual([
    expect.stringContaining('has a syntax error'),
  ])
})

test('names that only contain such a word are allowed', () => {
  expect(
    violationsIn({ 'server/src/identity/common-passwords.ts': '', 'web/src/ui/library.ts': '' }),
  ).toEqual([])
})
