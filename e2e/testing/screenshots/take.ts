import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { startProduct } from '../product.ts'
import { PEOPLE, SCENES, type Scene } from './scenes.ts'

const FOLDER = join(import.meta.dirname, '../../../.build/screenshots')
const WIDTHS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const THEMES = ['light', 'dark'] as const

/** The narrowest window that nothing may reach out of: a small phone, or a common one at 200 %. */
const NARROWEST = 320

/**
 * `npm run screenshots [word]`: pictures of every page (or of those with the word in their name) in both themes
 * and at two widths, out of the demo, and a word on what is too wide for a small phone.
 */
const wanted = SCENES.filter(({ name }) => name.includes(process.argv[2] ?? ''))
await mkdir(FOLDER, { recursive: true })
const product = await startProduct({}, 'server/src/demo/main.ts')
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const as of new Set(wanted.map(scene => scene.as))) await takeAll(browser, as)
} finally {
  await browser.close()
  await product.stop()
}
console.log(`The pictures are in ${FOLDER}.`)

async function takeAll(browser: Browser, as: Scene['as']) {
  const context = await browser.newContext({ baseURL: product.url, locale: 'en-US', reducedMotion: 'reduce' })
  await signIn(context, as)
  for (const scene of wanted.filter(scene => scene.as === as))
    for (const [width, viewport] of Object.entries(WIDTHS)) {
      const page = await context.newPage()
      await page.setViewportSize(viewport)
      await enter(page, scene)
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme })
        await page.waitForTimeout(150)
        await page.screenshot({
          path: join(FOLDER, `${scene.name}-${width}-${colorScheme}.png`),
          fullPage: true,
        })
      }
      if (width === 'phone') await tellWhatIsTooWide(page, scene)
      await page.close()
    }
  await context.close()
}

async function enter(page: Page, { name, path, act }: Scene) {
  await page.goto(path)
  await page.getByRole('heading').first().waitFor()
  await page.waitForLoadState('networkidle')
  await act?.(page).catch((error: Error) => console.log(`${name}: ${error.message.split('\n')[0]}`))
  await page.waitForTimeout(250)
}

async function signIn(context: BrowserContext, as: Scene['as']) {
  const [email, password] = PEOPLE[as] ?? []
  if (!email || !password) return
  const reply = await context.request.post('/api/session', {
    data: { email, password },
    headers: { origin: product.url },
  })
  if (!reply.ok()) throw new Error(`${email} could not sign in: ${reply.status()}`)
}

async function tellWhatIsTooWide(page: Page, { name }: Scene) {
  await page.setViewportSize({ width: NARROWEST, height: 640 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  if (width > NARROWEST) console.log(`${name} is ${width} px wide on a phone of ${NARROWEST}.`)
}
