/** Which members a member may import, by package name. The contract is below, the others stand beside it. */
const MAY_IMPORT: Record<string, string[]> = {
  contract: [],
  'postgres-local': [],
  server: ['contract', 'postgres-local'],
  web: ['contract'],
  e2e: ['contract'],
  bench: ['contract'],
  tools: [],
}

type Floors = { ground: string; above: { name: string; folders: string[] }[] }

/** The floors of `src`, from below. A folder that is not named stands on the ground, so nothing is forgotten. */
const FLOORS: Record<string, Floors> = {
  server: {
    ground: 'config',
    above: [
      { name: 'platform', folders: ['platform'] },
      { name: 'identity', folders: ['identity'] },
      { name: 'features', folders: ['features'] },
      { name: 'workflows', folders: ['workflows'] },
      { name: 'operations and app', folders: ['operations', 'app-tests', 'process-tests'] },
    ],
  },
  web: {
    ground: 'ui',
    above: [
      { name: 'api', folders: ['api'] },
      { name: 'forms', folders: ['forms'] },
      { name: 'lists', folders: ['lists'] },
      { name: 'offline', folders: ['offline'] },
      { name: 'session', folders: ['session'] },
      { name: 'features', folders: ['features'] },
      { name: 'pages', folders: ['pages'] },
      { name: 'app', folders: ['app', 'service-worker'] },
    ],
  },
}

/** Where a file stands. */
export type Place = {
  /** The workspace, or null for a file of the root folder. */
  member: string | null
  /** 0 is the ground; null for a file right in `src`, which stands where its imports put it. */
  floor: number | null
  /** The noun under `features`. */
  feature: string | null
  isInSrc: boolean
  isTest: boolean
  isTesting: boolean
}

export function placeOf(path: string): Place {
  const [member = '', ...inside] = path.split('/')
  const [src, folder = '', noun = ''] = inside
  const isInSrc = src === 'src'
  const isInFolder = isInSrc && inside.length > 2
  return {
    member: inside.length > 0 ? member : null,
    floor: isInFolder ? floorOfFolder(member, folder) : isInSrc ? null : topOf(member),
    feature: isInFolder && folder === 'features' ? noun : null,
    isInSrc,
    isTest: /\.(test|spec|long)\.tsx?$/.test(path),
    isTesting: inside.slice(0, -1).includes('testing'),
  }
}

/** -1, for a folder that is not named, becomes the ground. */
const floorOfFolder = (member: string, folder: string) =>
  (FLOORS[member]?.above.findIndex(({ folders }) => folders.includes(folder)) ?? -1) + 1

export const topOf = (member: string) => FLOORS[member]?.above.length ?? 0

export const floorName = (member: string, floor: number) =>
  floor === 0 ? FLOORS[member]?.ground : FLOORS[member]?.above[floor - 1]?.name

export const mayImport = (member: string, other: string) => MAY_IMPORT[member]?.includes(other) ?? false
