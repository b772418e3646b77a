import { join } from 'node:path'
import { build } from 'vite'

const WEB = join(import.meta.dirname, '..')

/** Browsers that are older than those of the other pages: the page needs no scripts, so old phones can read it. */
const OLD_BROWSERS = ['chrome64', 'safari12', 'firefox64']

/**
 * Builds the style sheet of the public page of a blood request into a folder of built pages, as
 * `assets/share-page-<hash>.css`. It is a file of its own, because the styles of all other pages are several times as large.
 */
export async function buildSharePage(folder: string): Promise<void> {
  await build({
    root: WEB,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      cssTarget: OLD_BROWSERS,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: { 'share-page': join(WEB, 'src/share-page/share-page.css') },
        // As in the build of all pages, so that the fonts have the same names.
        output: { hashCharacters: 'hex' },
      },
    },
  })
}
