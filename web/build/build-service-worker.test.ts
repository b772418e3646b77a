import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { offlineFiles } from './build-service-worker.ts'

const chunk = (file: string, more = {}) => ({ file, ...more })

test("the offline files are the main site's scripts, styles and fonts, without the admin area", () => {
  const manifest = {
    'index.html': chunk('assets/index-1.js', {
      isEntry: true,
      assets: ['assets/letters-3.woff2', 'assets/campus-4.jpg'],
      dynamicImports: [
        'src/pages/login/page.tsx',
        'src/admin/users/page.tsx',
        'src/admin/frame/admin-layout.tsx',
      ],
    }),
    'src/admin/frame/admin-layout.tsx': chunk('assets/admin-layout-7.js', {
      dynamicImports: ['src/admin/frame/shortcuts-dialog.tsx'],
    }),
    'src/admin/frame/shortcuts-dialog.tsx': chunk('assets/shortcuts-dialog-10.js'),
    'src/pages/login/page.tsx': chunk('assets/login-5.js', { imports: ['_form.js', 'index.html'] }),
    '_form.js': chunk('assets/form-6.js'),
    'src/admin/users/page.tsx': chunk('assets/users-8.js', { imports: ['_table.js', '_form.js'] }),
    '_table.js': chunk('assets/table-9.js'),
    'style.css': chunk('assets/style-2.css'),
  }
  expect(offlineFiles(manifest)).toEqual([
    'assets/form-6.js',
    'assets/index-1.js',
    'assets/letters-3.woff2',
    'assets/login-5.js',
    'assets/style-2.css',
  ])
})

const BUILT = join(import.meta.dirname, '../dist/.vite/manifest.json')

// `npm test` builds the pages before.
test.skipIf(!existsSync(BUILT))(
  'the offline files of the build are those of pages, none of the admin area',
  () => {
    const manifest = JSON.parse(readFileSync(BUILT, 'utf8'))
    const files = offlineFiles(manifest)
    const ofAdmins = Object.keys(manifest).filter(key => key.includes('/admin/'))
    for (const key of ['src/admin/frame/admin-layout.tsx', 'src/admin/users/page.tsx'])
      expect(ofAdmins).toContain(key)
    expect(ofAdmins.filter(key => files.includes(manifest[key].file))).toEqual([])
    expect(files).toContain(manifest['src/pages/dashboard/page.tsx'].file)
  },
)
