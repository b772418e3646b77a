import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { DRAWINGS } from './drawings.ts'

const FOLDER = join(import.meta.dirname, '../../public/icons')
const FONT = createRequire(import.meta.url).resolve(
  '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
)

const STYLE = `
  @font-face { font-family: Figtree; font-weight: 300 900;
    src: url(data:font/woff2;base64,${readFileSync(FONT, 'base64')}) }
  body { margin: 0 }
  svg { display: block; flex: none }
  .social { display: flex; gap: 90px; align-items: center; justify-content: center; width: 1200px; height: 630px;
    background: #fbf3f1; color: #231a1c; font-family: Figtree }
  h1 { margin: 0; font-size: 76px; font-weight: 750; line-height: 1.1; letter-spacing: -0.02em }
  p { margin: 28px 0 0; color: #65575a; font-size: 34px; line-height: 1.35 }`

/**
 * Renders the images of `public/icons` from their drawings. The images are committed: run `node web/build/icons/make.ts`
 * after changing a drawing.
 */
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const [name, { width, height, body, isTransparent = false }] of Object.entries(DRAWINGS)) {
    const page = await browser.newPage({ viewport: { width, height } })
    await page.setContent(`<style>${STYLE}</style>${body}`)
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: join(FOLDER, name), omitBackground: isTransparent })
    await page.close()
  }
} finally {
  await browser.close()
}
