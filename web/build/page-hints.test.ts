import { expect, test } from 'vitest'
import { scriptsOfPages } from './page-hints.ts'

test('a page preloads its script and the imports of it, except those of every page', () => {
  const manifest = {
    'index.html': { file: 'assets/index-1.js', isEntry: true, imports: ['_react.js'] },
    '_react.js': { file: 'assets/react-2.js' },
    '_form.js': { file: 'assets/form-3.js', imports: ['_react.js', '_field.js'] },
    '_field.js': { file: 'assets/field-4.js', imports: ['_form.js'] },
    'src/pages/login.tsx': { file: 'assets/login-5.js', imports: ['_form.js', 'index.html'] },
    'src/pages/admin/users.tsx': { file: 'assets/users-6.js', dynamicImports: ['src/ui/dialogs/dialog.tsx'] },
    'src/ui/dialogs/dialog.tsx': { file: 'assets/dialog-7.js' },
  }
  expect(scriptsOfPages(manifest)).toEqual({
    login: ['assets/login-5.js', 'assets/form-3.js', 'assets/field-4.js'],
    'admin/users': ['assets/users-6.js'],
  })
})
