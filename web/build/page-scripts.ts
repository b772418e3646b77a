import type { Manifest } from 'vite'

const ENTRY = 'index.html'
const ADMIN_LAYOUT = 'src/app/admin/admin-layout.tsx'

/**
 * Finds the scripts of the page at a path, except those of every page.
 * @throws if there is no such page: `/find-donors` is `src/pages/find-donors.tsx`, and so is `/find-donors/:name`
 */
export function scriptsOfPages(manifest: Manifest): (path: string) => string[] {
  const shared = scriptsOf(manifest, ENTRY)
  return path => {
    const scripts = scriptsOf(
      manifest,
      `src/pages${path === '/' ? '/landing' : path.replace(/\/:.*/, '')}.tsx`,
    )
    if (path.startsWith('/admin/')) scriptsOf(manifest, ADMIN_LAYOUT, scripts)
    return [...scripts].filter(script => !shared.has(script))
  }
}

function scriptsOf(manifest: Manifest, key: string, scripts = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The manifest has no ${key}.`)
  if (scripts.has(chunk.file)) return scripts
  scripts.add(chunk.file)
  for (const other of chunk.imports ?? []) scriptsOf(manifest, other, scripts)
  return scripts
}
