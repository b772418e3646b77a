import { expect, test } from 'vitest'
import { findViolations } from './violations.ts'

/** The violations of files that are given as path and source. */
const violationsIn = (sources: Record<string, string>) =>
  findViolations(Object.entries(sources).map(([path, source]) => ({ path, source })))

const importing = (specifier: string) => `import { it } from '${specifier}'`

test.each([
  ['contract/src/a.ts', '@blood-bank/server/app', 'must not import'],
  ['contract/src/a.ts', 'fastify', 'zod and nothing else'],
  ['server/src/app.ts', '@blood-bank/web/app', 'must not import'],
  ['e2e/a.spec.ts', '@blood-bank/server/app', 'must not import'],
  ['bench/a.ts', '@blood-bank/server/features/donors/routes', 'must not import'],
  ['e2e/a.spec.ts', '../server/src/app.ts', 'stay inside a workspace'],
  ['contract/src/a.ts', '@blood-bank/contract/b', 'paths are relative'],
  ['server/src/platform/mail/a.ts', '../../identity/users/a.ts', 'platform must not import identity'],
  [
    'server/src/identity/users/a.ts',
    '../../features/donors/a.ts',
    'identity must not import features/donors',
  ],
  ['server/src/features/donors/a.ts', '../offers/a.ts', 'features/donors must not import features/offers'],
  ['web/src/pages/login/a.tsx', '../help/b.tsx', 'imports a sibling'],
  ['web/src/ui/a.tsx', '../api/refusal.ts', 'ui must not import api'],
  ['web/src/features/donors/a.tsx', '../../pages/help/a.tsx', 'features/donors must not import pages/help'],
  ['server/src/app.ts', './testing/builders.ts', 'Only tests'],
  ['server/src/app.ts', '@blood-bank/postgres-local/testing/instances', 'Only tests'],
])('%s must not import %s', (path, specifier, rule) => {
  expect(violationsIn({ [path]: importing(specifier) })).toEqual([expect.stringContaining(rule)])
})

test.each([
  ['server/src/features/donors/a.ts', '../../platform/database/listing.ts'],
  ['server/src/features/offers/a.ts', '../donors/store.ts'],
  ['server/src/operations/storage/a.ts', '@blood-bank/postgres-local/cluster'],
  ['server/src/main.ts', './operations/demo/seed-demo.ts'],
  ['web/src/pages/help/a.tsx', '../../features/donors/profile.tsx'],
  ['web/src/pages/help/a.tsx', '@tanstack/react-query'],
  ['server/src/features/donors/a.test.ts', '../../testing/test-app.ts'],
  ['e2e/testing/a.ts', '@blood-bank/server/testing/launch-product'],
  ['bench/a.ts', '@blood-bank/server/testing/launch-product'],
  ['contract/src/a.ts', 'zod/mini'],
])('%s may import %s', (path, specifier) => {
  expect(violationsIn({ [path]: importing(specifier) })).toEqual([])
})

test('a violation names the file, the import, the rule, and what to do', () => {
  expect(violationsIn({ 'web/src/ui/a.ts': importing('../forms/form.tsx') })).toEqual([
    'web/src/ui/a.ts imports ../forms/form.tsx. In web, ui must not import forms: take what you need as an argument, or move this file to a higher place.',
  ])
})

test.each([
  ["import type { B } from '../b/b.ts'"],
  ["export type B = import('../b/b.ts').B"],
  ["export const load = () => import('../b/b.ts')"],
  ["import '../b/b.ts'"],
])('every kind of import counts: %s', source => {
  expect(violationsIn({ 'web/src/pages/help/a.ts': source })).toHaveLength(1)
})

test.each([
  ['a barrel', 'contract/src/a.ts', "export * from './b.ts'", 'no barrels'],
  ['a barrel of types', 'contract/src/a.ts', "export type { It } from './b.ts'", 'no barrels'],
  ['a barrel in two steps', 'contract/src/a.ts', "import { it } from './b.ts'\nexport { it }", 'no barrels'],
  ['an empty name', 'web/src/ui/date-utils.ts', '', 'says nothing about the content'],
  ['an empty name of a folder', 'web/src/ui/common/dates.ts', '', 'says nothing about the content'],
  ['a folder without a place', 'server/src/sms/a.ts', '', 'has no place in the order'],
])('%s is refused', (_, path, source, rule) => {
  expect(violationsIn({ [path]: source })).toEqual([expect.stringContaining(rule)])
})

test('names that only contain an empty one are allowed', () => {
  expect(violationsIn({ 'web/src/ui/common-passwords.ts': '', 'web/src/ui/library.ts': '' })).toEqual([])
})

test('a cycle of files is refused, also of tests, and reported once', () => {
  const cycle = {
    'contract/src/a.ts': importing('./b.ts'),
    'contract/src/b.ts': "import type { C } from './c.ts'",
    'contract/src/c.ts': importing('./a.ts'),
    'contract/src/d.ts': importing('./a.ts'),
    'e2e/testing/a.ts': importing('./steps/b.ts'),
    'e2e/testing/steps/b.ts': importing('../a.ts'),
  }
  expect(violationsIn(cycle)).toEqual([
    expect.stringContaining('src/a.ts → contract/src/b.ts → contract/src/c.ts → contract/src/a.ts. These'),
    expect.stringContaining('e2e/testing/a.ts → e2e/testing/steps/b.ts → e2e/testing/a.ts. These'),
  ])
})

test('a cycle of folders is refused with the imports that cause it, but not one of tests', () => {
  const violations = violationsIn({
    'server/src/identity/a/a.ts': importing('../b/b.ts'),
    'server/src/identity/b/b.ts': importing('../d/d.ts'),
    'server/src/identity/d/d.ts': '',
    'server/src/identity/b/more.ts': importing('../a/more.ts'),
    'server/src/identity/a/more.ts': '',
    'server/src/identity/b/b.test.ts': importing('../c/c.ts'),
    'server/src/identity/c/c.ts': importing('../b/b.ts'),
  })
  expect(violations).toHaveLength(1)
  expect(violations[0]).toContain('identity/a → server/src/identity/b → server/src/identity/a. These')
  expect(violations[0]).toContain('identity/a/a.ts imports ../b/b.ts, server/src/identity/b/more.ts imports')
  expect(violations[0]).not.toContain('../d/d.ts')
})

/** The violations of a file, where blood requests own `blood_requests` and offers own `offers`. */
const violationsOf = (path: string, source: string) =>
  violationsIn({
    'server/src/features/blood-requests/tables.ts':
      'declare interface Schema { bloodRequests: { id: string } }',
    'server/src/features/offers/tables.ts': 'declare interface Schema { offers: { id: string } }',
    [path]: source,
  })

test.each([
  ["db.selectFrom('offers').selectAll()"],
  ["db.selectFrom(['users', 'offers as offer'])"],
  ["db.selectFrom('bloodRequests').leftJoin('offers', 'a', 'b')"],
  ['sql`select from blood_requests join offers on true`'],
  [`sql\`select \${now} from offers\``],
  ['sql`exists (select from offers)`'],
  ["db.query('select from offers')"],
  ['const TEXT = `with a as (select 1) select from offers`'],
])('reading a table of a higher feature is refused: %s', source => {
  expect(violationsOf('server/src/features/blood-requests/queries.ts', source)).toEqual([
    'server/src/features/blood-requests/queries.ts reads offers. features/blood-requests must not read tables of features/offers: take what you need as an argument or a hook.',
  ])
})

test.each([
  ["db.insertInto('bloodRequests')"],
  ["db.updateTable('bloodRequests as request')"],
  ["db.deleteFrom('bloodRequests')"],
  ['sql`insert into blood_requests (id) values (1)`'],
  ['sql<Row>`with closed as (update blood_requests set status = 1) select`'],
  ['sql`delete from only "blood_requests"`'],
])('writing a table of another owner is refused: %s', source => {
  expect(violationsOf('server/src/features/offers/store.ts', source)).toEqual([
    expect.stringContaining('writes blood_requests. Only features/blood-requests writes it'),
  ])
})

test.each([
  ['server/src/features/offers/store.ts', "db.selectFrom('bloodRequests')"],
  ['server/src/features/offers/store.ts', "db.updateTable('offers')"],
  ['server/src/features/blood-requests/a.test.ts', "db.deleteFrom('offers')"],
  ['server/src/testing/a.ts', "db.deleteFrom('offers')"],
  ['server/src/operations/demo/a.ts', "db.insertInto('offers')"],
  ['server/src/features/blood-requests/a.ts', "const TEXT = 'Nobody has chosen from offers.'"],
  ['server/src/features/blood-requests/a.ts', 'sql`select from donors for update of blood_requests`'],
])('%s may contain %s', (path, source) => {
  expect(violationsOf(path, source)).toEqual([])
})

/** The violations of a module that the renderer loads later, over one that it loads at once. */
const violationsOfRendered = (source: string) =>
  violationsIn({
    'web/src/start/render.tsx': "import '../pages/help/page.tsx'",
    'web/src/pages/help/page.tsx': "export const load = () => import('@blood-bank/contract/a')",
    'contract/src/a.ts': source,
  }).filter(violation => violation.startsWith('contract/src/a.ts has'))

test.each([
  ['let last = 0', 'last'],
  ['export let last: Person | null = null', 'last'],
  ['const known = new Map<string, Person>()', 'known'],
  ['export const known = new WeakMap()', 'known'],
  ['const prompts: Prompt[] = []', 'prompts'],
  ['const known: Record<string, Person> = {}', 'known'],
  ['const { subscribe, notify } = createListeners()', '{ subscribe, notify }'],
  [
    "import { site } from './site.ts'\nexport const set = (given: Site) => Object.assign(site, given)",
    'site',
  ],
  ['const last = { key: null }\nexport const set = (key: string) => { last.key = key }', 'last'],
  ['const names = [FIRST]\nexport const add = (name: string) => names.push(name)', 'names'],
])('a module that the renderer reaches has no state: %s', (source, name) => {
  expect(violationsOfRendered(source)).toEqual([expect.stringContaining(`has state (${name})`)])
})

test.each([
  ['const MAX = 3'],
  ['const NONE: ReadonlySet<string> = new Set()'],
  ['const NONE: readonly string[] = []'],
  ["const DAY = new Intl.DateTimeFormat('en-US')"],
  ["import { createContext } from 'react'\nexport const Person = createContext(null)"],
  ['export const sort = (names: string[]) => { const all = new Set(names); all.add(FIRST); return all }'],
  ["import type { Known } from './known.ts'\ndeclare let known: Known"],
])('what no rendering can change is no state: %s', source => {
  expect(violationsOfRendered(source)).toEqual([])
})

test('an import of a type reaches nothing, and an exception without state is reported', () => {
  const violations = violationsIn({
    'web/src/start/render.tsx': "import type { It } from '../ui/a.ts'\nimport '../ui/browser/clock.ts'",
    'web/src/ui/a.ts': 'let last = 0',
    'web/src/ui/browser/clock.ts': '',
  })
  expect(violations.filter(violation => violation.startsWith('web/src/ui/a.ts'))).toEqual([])
  expect(violations).toContainEqual(expect.stringContaining('web/src/ui/browser/clock.ts has no state'))
})
