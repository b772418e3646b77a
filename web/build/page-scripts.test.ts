import { expect, test } from 'vitest'
import { scriptsOfPages } from './page-scripts.ts'

test('the scripts of a page are its own and the imports of it, except those of every page', () => {
  const manifest = {
    'index.html': { file: 'assets/index-1.js', isEntry: true, imports: ['_react.js'] },
    '_react.js': { file: 'assets/react-2.js' },
    '_form.js': { file: 'assets/form-3.js', imports: ['_react.js', '_field.js'] },
    '_field.js': { file: 'assets/field-4.js', imports: ['_form.js'] },
    'src/pages/login/page.tsx': { file: 'assets/login-5.js', imports: ['_form.js', 'index.html'] },
    'src/admin/users/page.tsx': { file: 'assets/users-6.js', dynamicImports: ['src/ui/dialogs/dialog.tsx'] },
    'src/pages/landing/page.tsx': { file: 'assets/landing-8.js', imports: ['index.html'] },
    'src/admin/frame/admin-layout.tsx': { file: 'assets/admin-layout-9.js' },
    'src/ui/dialogs/dialog.tsx': { file: 'assets/dialog-7.js' },
  }
  const scriptsOf = scriptsOfPages(manifest)
  expect(scriptsOf('/login')).toEqual(['assets/field-4.js', 'assets/form-3.js', 'assets/login-5.js'])
  for (const path of ['/login/:token', '/login/code/:token'])
    expect(scriptsOf(path)).toEqual(scriptsOf('/login'))
  expect(scriptsOf('/admin/users')).toEqual(['assets/users-6.js', 'assets/admin-layout-9.js'])
  expect(scriptsOf('/')).toEqual(['assets/landing-8.js'])
  expect(() => scriptsOf('/nowhere')).toThrow('src/pages/nowhere/page.tsx')
})
