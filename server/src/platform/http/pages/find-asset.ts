import { globSync } from 'node:fs'

/** The path of a built file, whose name has a hash: `findAsset(folder, 'share-page-*.css')`. Null if there is none. */
export function findAsset(folder: string, name: string): string | null {
  const [file] = globSync(`assets/${name}`, { cwd: folder })
  return file === undefined ? null : `/${file}`
}
