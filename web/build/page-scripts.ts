import type { Manifest } from 'vite'

const ENTRY = 'index.html'
/** Further addresses of pages: in a text message each character counts, and the admin area begins with its overview. */
const OTHER_PATHS: Record<string, string> = {
  '/a': '/answer',
  '/admin': '/admin/overview',
}

const ADMIN_LAYOUT = 'src/admin/frame/admin-layout.tsx'

/**
 * Finds the scripts of the page at a path, except those of every page.
 * @throws if there is no such page: `/login` and `/login/:more` are `src/pages/login/page.tsx`,
 *   `/admin/users` is `src/admin/users/page.tsx`
 */
export function scriptsOfPages(manifest: Manifest): (path: string) => string[] {
  const shared = scriptsOf(manifest, ENTRY)
  return address => {
    const path = OTHER_PATHS[address] ?? address
    const scripts = scriptsOf(
      manifest,
      path.startsWith('/admin/')
        ? `src${path}/page.tsx`
        : `src/pages/${path.split('/')[1] || 'landing'}/page.tsx`,
    )
    if (path.startsWith('/admin/')) scriptsOf(manifest, ADMIN_LAYOUT, scripts)
    return [...scripts].filter(script => !shared.has(script))
  }
}

function scriptsOf(
  manifest: Manifest,
  key: string,
  scripts = new Set<string>(),
  visited = new Set<string>(),
): Set<string> {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The manifest has no ${key}.`)
  if (visited.has(key)) return scripts
  visited.add(key)
  for (const other of chunk.imports ?? []) scriptsOf(manifest, other, scripts, visited)
  return scripts.add(chunk.file)
}
