import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** Puts a `.br` beside every text of the build, so that the server has nothing to compress while people wait. */
export function compressAssets(folder: string): void {
  for (const path of globSync('{assets,icons}/*.{js,css,svg}', { cwd: folder })) {
    const file = join(folder, path)
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
  }
}
