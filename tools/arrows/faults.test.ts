import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { faultsOf } from './faults.ts'
import { readSourceFiles } from './source-files.ts'
import { faultsIn, importing } from './testing/sources.ts'

test('this repository follows the arrow', () => {
  const files = readSourceFiles(fileURLToPath(new URL('../..', import.meta.url)))
  expect(files.length).toBeGreaterThan(100)
  expect(files.map(({ path }) => path)).toContain('server/src/app.ts')
  expect(faultsOf(files)).toEqual([])
})

test('a fault names the file, the import, the rule, and what to do', () => {
  const path = 'server/src/platform/http/server.ts'
  expect(faultsIn({ [path]: importing('../../features/donors/store.ts') })).toEqual([
    'server/src/platform/http/server.ts imports ../../features/donors/store.ts. In server, platform must not import features: take what you need as an argument, or move this one floor up.',
  ])
})

test.each([
  ['a type', "import type { Donor } from '../b/b.ts'"],
  ['the type of a module', "export type B = import('../b/b.ts').B"],
  ['something lazy', "export const load = () => import('../b/b.ts')"],
  ['nothing but what happens', "import '../b/b.ts'"],
])('an import of %s counts like any other', (_, source) => {
  expect(faultsIn({ 'web/src/features/a/a.ts': source })).toHaveLength(1)
})

test.each([
  ["export { it } from './b.ts'"],
  ["export type { It } from './b.ts'"],
  ["export * from './b.ts'"],
  ["import { it } from './b.ts'\nexport { it }"],
])('a barrel is refused: %s', source => {
  expect(faultsIn({ 'contract/src/a.ts': source })).toEqual([expect.stringContaining('no barrels')])
})

test('a circle of imports is refused, and told once', () => {
  const circle = {
    'contract/src/a.ts': importing('./b.ts'),
    'contract/src/b.ts': "import type { C } from './c.ts'",
    'contract/src/c.ts': importing('./a.ts'),
    'contract/src/d.ts': importing('./a.ts'),
  }
  expect(faultsIn(circle)).toEqual([
    'contract/src/a.ts → contract/src/b.ts → contract/src/c.ts → contract/src/a.ts. Imports run in a circle: move what they share to a file of its own.',
  ])
})

test('a circle of folders is refused with the imports that make it', () => {
  const circle = {
    'server/src/identity/a/a.ts': importing('../b/b.ts'),
    'server/src/identity/b/b.ts': '',
    'server/src/identity/b/more.ts': importing('../a/more.ts'),
    'server/src/identity/a/more.ts': '',
    'server/src/identity/b/b.test.ts': importing('../c/c.ts'),
    'server/src/identity/c/c.ts': importing('../b/b.ts'),
  }
  const [fault, ...others] = faultsIn(circle)
  expect(others).toEqual([])
  expect(fault).toContain(
    'server/src/identity/a → server/src/identity/b → server/src/identity/a. Folders import each other in a circle',
  )
  expect(fault).toContain(
    'server/src/identity/a/a.ts imports ../b/b.ts, server/src/identity/b/more.ts imports ../a/more.ts',
  )
})

test.each(['utils', 'util', 'helpers', 'misc', 'common', 'lib', 'date-utils'])(
  'the name %s is refused',
  name => {
    expect(faultsIn({ [`web/src/ui/${name}.ts`]: '' })).toEqual([expect.stringContaining('is not a name')])
    expect(faultsIn({ [`web/src/${name}/dates.ts`]: '' })).toEqual([expect.stringContaining('is not a name')])
  },
)

test('a feature may not stand on a file of src which stands on features', () => {
  const faults = faultsIn({
    'server/src/housekeeping.ts': importing('./tidy.ts'),
    'server/src/tidy.ts': importing('./features/sessions/store.ts'),
    'server/src/features/donors/routes.ts': importing('../../housekeeping.ts'),
  })
  expect(faults).toEqual([
    expect.stringContaining('features must not import operations and app'),
    expect.stringContaining('Folders import each other in a circle'),
  ])
  expect(faults[0]).toContain('server/src/housekeeping.ts stands there because of what it imports')
})

test('a file that cannot be read is told', () => {
  expect(faultsIn({ 'contract/src/a.ts': 'const =' })).toEqual([expect.stringContaining('cannot be read')])
})

test('names that have such a word in them are right', () => {
  expect(faultsIn({ 'server/src/identity/common-passwords.ts': '', 'web/src/ui/library.ts': '' })).toEqual([])
})
