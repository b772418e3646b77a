import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The path of a built file, whose name has a hash: `findAsset(folder, 'share-page-*.css')`. Null if there is none. */
export function findAsset(folder: string, name: string): string | null {
  const [start = '', end = ''] = name.split('*')
  const file = readdirSync(join(folder, 'assets')).find(file => file.startsWith(start) && file.endsWith(end))
  return file === undefined ? null : `/assets/${file}`
}
