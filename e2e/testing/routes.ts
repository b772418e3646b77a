import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROUTES = join(import.meta.dirname, '../../web/src/start/routes.tsx')

/** The paths of all pages, with `:name` for what stands for anything. */
export async function listRoutes(): Promise<string[]> {
  const routes = [...(await readFile(ROUTES, 'utf8')).matchAll(/<Route path="([^"*]+)"/g)]
  if (routes.length <= 15) throw new Error(`Too few routes were found in ${ROUTES}.`)
  return routes.map(([, path = '']) => (path.startsWith('/') ? path : `/admin/${path}`))
}
