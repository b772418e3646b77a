import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const MANIFEST = {
  'index.html': { file: 'index.js', imports: ['_react.js'] },
  '_react.js': { file: 'react.js', imports: ['index.html'] },
  '_form.js': { file: 'form.js', imports: ['_react.js'] },
  'src/pages/landing/page.tsx': { file: 'landing.js', isDynamicEntry: true },
  'src/pages/login/page.tsx': { file: 'login.js', isDynamicEntry: true, imports: ['_form.js'] },
  'src/admin/users/page.tsx': { file: 'users.js', isDynamicEntry: true },
  'src/admin/frame/admin-layout.tsx': { file: 'admin-layout.js', isDynamicEntry: true },
  'src/features/banner.tsx': { file: 'banner.js', isDynamicEntry: true },
}

/** Weighs a build whose files consist of random bytes, which cannot be compressed. */
function weigh(sizes: Record<string, number>, manifest: Partial<typeof MANIFEST> = MANIFEST) {
  const folder = mkdtempSync(join(tmpdir(), 'page-weights-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  for (const { file } of Object.values(manifest))
    writeFileSync(join(folder, file), randomBytes(sizes[file] ?? 0))
  const script = join(import.meta.dirname, 'page-weights.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' })
  return { status, lines: stdout.trimEnd().split('\n'), stderr }
}

test('a page weighs what it loads before it is shown, each file once', () => {
  const sizes = { 'index.js': 20_000, 'react.js': 50_000, 'form.js': 9_000, 'banner.js': 70_000 }
  expect(weigh({ ...sizes, 'login.js': 3_000, 'admin-layout.js': 1_000 })).toMatchObject({
    status: 0,
    lines: [
      '  /login                    82.0 kB of 150.0 kB',
      '  /admin/users              71.0 kB of 150.0 kB',
      '  /                         70.0 kB of 110.0 kB',
    ],
  })
})

test('a page that is too heavy is marked', () => {
  expect(weigh({ 'index.js': 112_200, 'users.js': 40_000 })).toMatchObject({
    status: 1,
    lines: [
      '✗ /admin/users             152.2 kB of 150.0 kB',
      '  /login                   112.2 kB of 150.0 kB',
      '✗ /                        112.2 kB of 110.0 kB',
    ],
  })
})

test('an incomplete build is an error', () => {
  const { 'index.html': _, ...incomplete } = MANIFEST
  expect(weigh({}, incomplete)).toMatchObject({ status: 1, stderr: expect.stringContaining('index.html') })
})
