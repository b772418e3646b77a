/** The workspaces, or folders of them, that each workspace may import by package name. */
const MAY_IMPORT: Record<string, string[]> = {
  contract: [],
  'postgres-local': [],
  server: ['contract', 'postgres-local'],
  web: ['contract'],
  e2e: ['contract', 'server/testing', 'server/operations/demo'],
  bench: [
    'contract',
    'postgres-local',
    'server/testing',
    'server/config',
    'server/features/alerts/planning',
    'server/features/alerts/quiet-hours',
    'server/operations/demo',
  ],
  tools: [],
}

type Layers = { bottom: string; above: { name: string; folders: string[] }[] }

/** The layers of `src` from bottom to top. Unlisted folders belong to the bottom layer, so no folder is forgotten. */
const LAYERS: Record<string, Layers> = {
  server: {
    bottom: 'config',
    above: [
      { name: 'platform', folders: ['platform'] },
      { name: 'identity', folders: ['identity'] },
      { name: 'features', folders: ['features'] },
      { name: 'operations and app', folders: ['operations', 'app-tests', 'process-tests'] },
    ],
  },
  web: {
    bottom: 'ui',
    above: [
      { name: 'api', folders: ['api'] },
      { name: 'forms', folders: ['forms'] },
      { name: 'lists', folders: ['lists'] },
      { name: 'offline', folders: ['offline'] },
      { name: 'push', folders: ['push'] },
      { name: 'session', folders: ['session'] },
      { name: 'live', folders: ['live'] },
      { name: 'features', folders: ['features'] },
      { name: 'pages', folders: ['pages'] },
      { name: 'app', folders: ['app', 'app-tests', 'service-worker'] },
    ],
  },
}

/** The features of the server; each may import those before it. */
export const FEATURE_ORDER = ['donors', 'blood-requests', 'offers', 'alerts', 'reports', 'campus']

/** Where a file is. */
export type Location = {
  /** The workspace, or null for a file of the root folder. */
  workspace: string | null
  /** 0 is the bottom layer; null for a file directly in `src`, whose layer depends on its imports. */
  layer: number | null
  /** The noun under `features`. */
  feature: string | null
  isInSrc: boolean
  isTest: boolean
  isTesting: boolean
}

export function locate(path: string): Location {
  const [workspace = '', ...inside] = path.split('/')
  const [src, folder = '', noun = ''] = inside
  const isInSrc = src === 'src'
  const isInFolder = isInSrc && inside.length > 2
  return {
    workspace: inside.length > 0 ? workspace : null,
    layer: isInFolder ? layerOfFolder(workspace, folder) : isInSrc ? null : topLayerOf(workspace),
    feature: isInFolder && folder === 'features' ? noun : null,
    isInSrc,
    isTest: /\.(test|spec|long)\.tsx?$/.test(path),
    isTesting: inside.slice(0, -1).includes('testing'),
  }
}

/** -1, for an unlisted folder, becomes 0, the bottom layer. */
const layerOfFolder = (workspace: string, folder: string) =>
  (LAYERS[workspace]?.above.findIndex(({ folders }) => folders.includes(folder)) ?? -1) + 1

export const topLayerOf = (workspace: string) => LAYERS[workspace]?.above.length ?? 0

export const layerName = (workspace: string, layer: number) =>
  layer === 0 ? LAYERS[workspace]?.bottom : LAYERS[workspace]?.above[layer - 1]?.name

/** Whether a workspace may import `other`, another workspace. */
export const mayImport = (workspace: string, other: string) => MAY_IMPORT[workspace]?.includes(other) ?? false

/** Whether a workspace may import a file of another one because it lies in a folder that is allowed. */
export const mayImportFrom = (workspace: string, path: string) =>
  MAY_IMPORT[workspace]?.some(
    folder => folder.includes('/') && (path === folder || path.startsWith(`${folder}/`)),
  ) ?? false
