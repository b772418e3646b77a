/** The workspaces, or folders of them, that each workspace may import by package name. */
const MAY_IMPORT: Record<string, string[]> = {
  server: ['contract', 'postgres-local'],
  web: ['contract'],
  e2e: ['contract', 'server/testing', 'server/operations/demo', 'web/testing'],
  bench: [
    'contract',
    'postgres-local',
    'server/testing',
    'server/config',
    'server/features/alerts/planning',
    'server/operations/demo',
    'server/operations/process',
  ],
  tools: ['server/operations/process'],
}

/** @param path what follows the scope in the name of an import, such as `server/testing/test-app` */
export const mayImport = (workspace: string, path: string) =>
  (MAY_IMPORT[workspace] ?? []).some(allowed => path === allowed || path.startsWith(`${allowed}/`))

/**
 * The folders of `src`, and the files beside them without their endings, lowest first: each line may import itself and the
 * lines before it. `pages/*` is a line in which each folder may import itself alone.
 */
const ORDER: Record<string, string[][]> = {
  server: [
    ['config'],
    ['platform'],
    ['identity'],
    ['features/contact-numbers'],
    ['features/donors'],
    ['features/halls'],
    ['features/blood-requests'],
    ['features/offers'],
    ['features/kept-donors'],
    ['features/alerts'],
    ['features/thanks'],
    ['features/reports'],
    ['features/account-export'],
    ['features/site'],
    ['features/live'],
    ['operations', 'app', 'main', 'product', 'app-tests', 'process-tests'],
  ],
  web: [
    ['ui', 'share-page'],
    ['api'],
    ['forms'],
    ['lists'],
    ['device'],
    ['session'],
    ['features/accounts'],
    ['features/alerts'],
    ['features/donors'],
    ['features/offers'],
    ['features/reports'],
    ['features/blood-requests'],
    ['pages/*'],
    ['frame'],
    ['admin'],
    ['start', 'app-tests'],
  ],
}

/** The first folder of a line, or the folder itself in `/*`, and how high it is. */
export type Place = { name: string; rank: number }

/** A file of `src` in a workspace that has an order. */
const ORDERED = new RegExp(`^(${Object.keys(ORDER).join('|')})/src/(.+)`)

/** The place of a file; null where there is no order, or where it does not mention the file. */
export function placeOf(path: string): Place | null {
  const [, workspace = '', inside = ''] = (!isTesting(path) && ORDERED.exec(path)) || []
  for (const [rank, line] of ORDER[workspace]?.entries() ?? [])
    for (const entry of line) {
      const [name] = new RegExp(`^${entry.replace('*', '[^/]+')}(?=[./])`).exec(inside) ?? []
      if (name !== undefined) return { name: entry.includes('*') ? name : (line[0] ?? ''), rank }
    }
  return null
}

/** Whether the order should mention a file, but does not. */
export const lacksPlace = (path: string) => ORDERED.test(path) && !isTesting(path) && placeOf(path) === null

/** Whether a file tests the product: tests may import `testing`. */
export const isTest = (path: string) => /\.(test|spec|long)\.tsx?$/.test(path)

/** Whether a file lies in a folder `testing`, which uses the whole product and is used by tests alone. */
export const isTesting = (path: string) => path.split('/').slice(0, -1).includes('testing')
