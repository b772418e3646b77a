import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** Writes a `.br` file beside every text file of the build, so that the server need not compress it per request. */
export function compressAssets(folder: string): void {
  for (const path of globSync('{assets,icons}/*.{js,css,svg}', { cwd: folder })) {
    const file = join(folder, path)
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
  }
}
