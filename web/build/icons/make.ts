import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { DRAWINGS } from './drawings.ts'

const FOLDER = join(import.meta.dirname, '../../public')
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
  p { margin: 28px 0 0; color: #65575a; font-size: 34px; line-height: 1.35 }
  .request { display: grid; place-content: center; justify-items: center; width: 1200px; height: 630px;
    background: #a5142d; color: #fff; font-family: Figtree }
  .request[data-needed="false"] { background: #4a4042 }
  .drop { box-sizing: border-box; display: grid; place-items: center; min-width: 430px; height: 300px; padding: 0 60px;
    border: 16px solid #fff; border-radius: 150px 30px 150px 150px; font-size: 210px; font-weight: 800; line-height: 1 }
  .drop[data-rh="positive"] { background: #fff; color: #a5142d }
  .request[data-needed="false"] .drop[data-rh="positive"] { color: #4a4042 }
  .request h1 { margin-top: 36px; font-size: 88px }
  .request[data-needed="false"] h1 { font-size: 76px }
  .request p { margin-top: 16px; color: inherit; font-size: 38px }`

/**
 * Renders the images of `public` from their drawings. The images are committed: run `node web/build/icons/make.ts`
 * after changing a drawing (decision 1).
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
    const path = join(FOLDER, name)
    mkdirSync(dirname(path), { recursive: true })
    await page.screenshot({ path, omitBackground: isTransparent })
    await page.close()
  }
} finally {
  await browser.close()
}
