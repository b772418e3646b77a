import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { inLines, type Manifest, tooHeavy, weighPages } from './page-weights.ts'

const manifest: Manifest = {
  'index.html': { file: 'index.js', src: 'index.html', isEntry: true, imports: ['_react.js'] },
  '_react.js': { file: 'react.js', imports: ['index.html'] },
  '_form.js': { file: 'form.js', imports: ['_react.js'] },
  'src/app/early.ts': { file: 'early.js', src: 'src/app/early.ts', isEntry: true },
  'src/pages/login.tsx': {
    file: 'login.js',
    src: 'src/pages/login.tsx',
    isDynamicEntry: true,
    imports: ['_form.js'],
  },
  'src/pages/admin/users.tsx': { file: 'users.js', src: 'src/pages/admin/users.tsx', isDynamicEntry: true },
  'src/features/banner.tsx': { file: 'banner.js', src: 'src/features/banner.tsx', isDynamicEntry: true },
}

/** Noise, which nothing compresses, so that a file weighs what it is told to, and a few bytes. */
const built = (sizes: Record<string, number>) => (file: string) => randomBytes(sizes[file] ?? 0)

test('a page weighs what it loads before it shows, and nothing twice', () => {
  const sizes = {
    'index.js': 20_000,
    'react.js': 50_000,
    'form.js': 9_000,
    'login.js': 3_000,
    'banner.js': 70_000,
  }
  const weights = weighPages(manifest, built(sizes))
  expect(Object.fromEntries(weights.map(({ page, bytes }) => [page, Math.round(bytes / 1_000)]))).toEqual({
    '/login': 82,
    '/': 70,
    '/admin/users': 70,
  })
  expect(tooHeavy(weights)).toEqual([])
})

test('a page that became too heavy is told with its figure', () => {
  const weights = weighPages(manifest, built({ 'index.js': 95_000, 'users.js': 40_000, 'early.js': 200 }))
  expect(tooHeavy(weights).map(({ page }) => page)).toEqual(['/admin/users', '/'])
  expect(inLines(weights)).toEqual([
    '✗ /admin/users             135.2 kB of 130.0 kB',
    '  /login                    95.2 kB of 130.0 kB',
    '✗ /                         95.2 kB of 92.0 kB',
  ])
})

test('a build that lacks a part is not weighed as if it were light', () => {
  expect(() => weighPages({}, built({}))).toThrow('index.html')
})
