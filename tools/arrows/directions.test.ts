import { expect, test } from 'vitest'
import { faultsIn, importing } from './testing/sources.ts'

test.each([
  [
    'the contract importing the server',
    'contract/src/donors.ts',
    '@blood-bank/server/app',
    'must not import',
  ],
  ['the contract importing a package', 'contract/src/donors.ts', 'fastify', 'zod and nothing else'],
  ['the contract importing a part of Node', 'contract/src/donors.ts', 'node:fs', 'zod and nothing else'],
  ['the web importing the server', 'web/src/app/main.tsx', '@blood-bank/server/app', 'must not import'],
  ['the server importing the web', 'server/src/app.ts', '@blood-bank/web/app', 'must not import'],
  ['a journey importing the server', 'e2e/donate.spec.ts', '@blood-bank/server/app', 'must not import'],
  ['a path out of a member', 'e2e/donate.spec.ts', '../server/src/app.ts', 'stay inside a member'],
  ['a path out of a member and its sources', 'web/src/ui/a.ts', '../../../contract/src/a.ts', 'stay inside'],
  ['a member importing itself by name', 'contract/src/a.ts', '@blood-bank/contract/b', 'paths are relative'],
  ['an alias with @', 'web/src/pages/home.tsx', '@/ui/button.tsx', 'no path aliases'],
  ['an alias with #', 'server/src/app.ts', '#config', 'no path aliases'],
  ['an alias with ~', 'web/src/pages/home.tsx', '~/ui/button.tsx', 'no path aliases'],
  ['an address from the root', 'web/src/pages/home.tsx', '/src/ui/button.tsx', 'no path aliases'],
  ['plumbing importing a command', 'server/src/mail/a.ts', '../cli/admin.ts', 'plumbing must not import app'],
  [
    'new plumbing importing a feature',
    'server/src/sms/a.ts',
    '../features/users/store.ts',
    'plumbing must not',
  ],
  ['a feature importing a command', 'server/src/features/users/a.ts', '../../demo/a.ts', 'features must not'],
  ['a feature importing its sibling', 'server/src/features/a/a.ts', '../b/b.ts', 'imports a sibling'],
  ['a page feature importing its sibling', 'web/src/features/a/a.tsx', '../b/b.tsx', 'imports a sibling'],
  ['a feature importing a file beside its folder', 'web/src/features/a/a.ts', '../b.ts', 'imports a sibling'],
  [
    'ui importing a feature',
    'web/src/ui/a.tsx',
    '../features/a/a.tsx',
    'ui and api must not import features',
  ],
  ['api importing a page', 'web/src/api/a.ts', '../pages/a.tsx', 'ui and api must not import pages'],
  ['a feature importing a page', 'web/src/features/a/a.tsx', '../../pages/a.tsx', 'must not import pages'],
  ['a page importing the app', 'web/src/pages/a.tsx', '../app/routes.tsx', 'pages must not import app'],
  ['the product importing testing', 'server/src/app.ts', './testing/builders.ts', 'Only tests'],
  ['plumbing importing its testing', 'server/src/postgres/a.ts', './testing/copies.ts', 'Only tests'],
  ['a page importing testing', 'web/src/pages/a.tsx', '../testing/render.tsx', 'Only tests'],
])('%s is refused', (_, path, specifier, rule) => {
  expect(faultsIn({ [path]: importing(specifier) })).toEqual([expect.stringContaining(rule)])
})

test.each([
  ['a feature importing plumbing', 'server/src/features/donors/store.ts', '../../database/cursor.ts'],
  ['a feature importing within itself', 'server/src/features/donors/routes.ts', './store.ts'],
  ['a feature importing a file of src on the ground', 'server/src/features/a/a.ts', '../../context.ts'],
  ['the app importing features', 'server/src/app.ts', './features/donors/routes.ts'],
  ['a command importing a feature', 'server/src/cli/admin.ts', '../features/users/store.ts'],
  ['the demo importing the run', 'server/src/demo/main.ts', '../run.ts'],
  ['plumbing importing other plumbing', 'server/src/mail/worker.ts', '../database/connection.ts'],
  ['ui importing api', 'web/src/ui/form.tsx', '../api/refusal.ts'],
  ['a page importing two features', 'web/src/pages/dashboard.tsx', '../features/donors/profile.tsx'],
  ['the app importing pages', 'web/src/app/routes.tsx', '../pages/home.tsx'],
  ['a test importing testing', 'server/src/features/donors/donors.test.ts', '../../testing/test-app.ts'],
  ['testing importing the app', 'server/src/testing/test-app.ts', '../app.ts'],
  ['testing importing two features', 'web/src/testing/render.tsx', '../features/donors/profile.tsx'],
  ['the web importing the contract', 'web/src/api/call.ts', '@blood-bank/contract/endpoint'],
  ['the contract importing zod', 'contract/src/donors.ts', 'zod/mini'],
  ['a test of the contract importing vitest', 'contract/src/donors.test.ts', 'vitest'],
  ['a scoped package', 'web/src/pages/home.tsx', '@tanstack/react-query'],
  ['the configuration of a member', 'contract/vitest.config.ts', 'vitest/config'],
])('%s is right', (_, path, specifier) => {
  expect(faultsIn({ [path]: importing(specifier) })).toEqual([])
})
