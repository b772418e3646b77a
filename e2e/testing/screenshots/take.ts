import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { startProduct } from '../product.ts'
import { doorOf, enter } from '../scenes/enter.ts'
import type { Scene } from '../scenes/scene.ts'
import { SCENES } from '../scenes/scenes.ts'

const FOLDER = join(import.meta.dirname, '../../../.build/screenshots')
const WIDTHS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const THEMES = ['light', 'dark'] as const

/**
 * `npm run screenshots [word]`: pictures of every page in every state (or of those with the word in their name) in
 * both themes and at two widths, out of the demo.
 */
const wanted = SCENES.filter(({ name }) => name.includes(process.argv[2] ?? ''))
await mkdir(FOLDER, { recursive: true })
const product = await startProduct({}, ['demo'])
const signInAs = doorOf(product.url)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const scene of wanted)
    await take(browser, scene).catch((error: Error) =>
      console.log(`${scene.name}: ${error.message.split('\n')[0]}`),
    )
} finally {
  await browser.close()
  await product.stop()
}
console.log(`The pictures are in ${FOLDER}.`)

async function take(browser: Browser, scene: Scene) {
  for (const [width, viewport] of Object.entries(WIDTHS)) {
    const context = await browser.newContext({ baseURL: product.url, locale: 'en-US', viewport })
    await signInAs(context, scene.as)
    const page = await context.newPage()
    try {
      await enter(page, scene)
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.waitForTimeout(150)
        await page.screenshot({
          path: join(FOLDER, `${scene.name}-${width}-${colorScheme}.png`),
          fullPage: true,
        })
      }
    } finally {
      await context.close()
    }
  }
}
