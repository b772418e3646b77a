import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { inLines, type Manifest, tooHeavy, weighPages } from './page-weights.ts'

const manifest: Manifest = {
  'index.html': { file: 'index.js', src: 'index.html', isEntry: true, imports: ['_react.js'] },
  '_react.js': { file: 'react.js', imports: ['index.html'] },
  '_form.js': { file: 'form.js', imports: ['_react.js'] },
  'src/app/start.ts': { file: 'start.js', src: 'src/app/start.ts', isEntry: true },
  'src/pages/landing.tsx': { file: 'landing.js', src: 'src/pages/landing.tsx', isDynamicEntry: true },
  'src/pages/login.tsx': {
    file: 'login.js',
    src: 'src/pages/login.tsx',
    isDynamicEntry: true,
    imports: ['_form.js'],
  },
  'src/pages/admin/users.tsx': { file: 'users.js', src: 'src/pages/admin/users.tsx', isDynamicEntry: true },
  'src/app/admin/admin-layout.tsx': { file: 'admin-layout.js', isDynamicEntry: true },
  'src/features/banner.tsx': { file: 'banner.js', src: 'src/features/banner.tsx', isDynamicEntry: true },
}

/** Random bytes, which cannot be compressed, so that a file has its given size plus a few bytes. */
const built = (sizes: Record<string, number>) => (file: string) => randomBytes(sizes[file] ?? 0)

test('a page weighs what it loads before it is shown, each file once', () => {
  const sizes = {
    'index.js': 20_000,
    'react.js': 50_000,
    'form.js': 9_000,
    'login.js': 3_000,
    'banner.js': 70_000,
    'admin-layout.js': 1_000,
  }
  const weights = weighPages(manifest, built(sizes))
  expect(Object.fromEntries(weights.map(({ page, bytes }) => [page, Math.round(bytes / 1_000)]))).toEqual({
    '/login': 82,
    '/': 70,
    '/admin/users': 71,
  })
  expect(tooHeavy(weights)).toEqual([])
})

test('a page that is too heavy is reported with its weight', () => {
  const weights = weighPages(manifest, built({ 'index.js': 95_000, 'users.js': 40_000, 'start.js': 200 }))
  expect(tooHeavy(weights).map(({ page }) => page)).toEqual(['/admin/users', '/'])
  expect(inLines(weights)).toEqual([
    '✗ /admin/users             135.2 kB of 130.0 kB',
    '  /login                    95.2 kB of 130.0 kB',
    '✗ /                         95.2 kB of 92.0 kB',
  ])
})

test('an incomplete build is an error', () => {
  const { 'index.html': _, ...incomplete } = manifest
  expect(() => weighPages(incomplete, built({}))).toThrow('index.html')
})
