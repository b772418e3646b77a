import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { PAGE_STATES } from '../page-states/all-states.ts'
import { openPageState, signInAs } from '../page-states/open.ts'
import type { PageState } from '../page-states/page-state.ts'
import { startProduct } from '../product.ts'

const FOLDER = join(import.meta.dirname, '../../../.build/screenshots')
const WIDTHS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const THEMES = ['light', 'dark'] as const

/**
 * `npm run screenshots [word]` takes pictures of every page state of the demo (or of those with the word in their name)
 * in both themes and at two widths.
 */
const [part = ''] = process.argv.slice(2)
const wanted = PAGE_STATES.filter(({ name }) => name.includes(part))
if (wanted.length === 0) {
  console.error(`No page has ${part} in its name.`)
  process.exit(2)
}
execFileSync(process.execPath, ['web/build/build-if-stale.ts'], { stdio: 'inherit' })
await mkdir(FOLDER, { recursive: true })
const product = await startProduct({}, ['demo'])
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const state of wanted)
    await take(browser, state).catch((error: Error) =>
      console.log(`${state.name}: ${error.message.split('\n')[0]}`),
    )
} finally {
  await browser.close()
  await product.stop()
}
console.log(`The pictures are in ${FOLDER}.`)

async function take(browser: Browser, state: PageState) {
  for (const [width, viewport] of Object.entries(WIDTHS)) {
    const context = await browser.newContext({
      baseURL: product.url,
      locale: 'en-US',
      viewport,
      permissions: ['clipboard-write'],
    })
    await signInAs(context, product.url, state.as)
    const page = await context.newPage()
    try {
      await openPageState(page, state)
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.waitForTimeout(150)
        await page.screenshot({
          path: join(FOLDER, `${state.name}-${width}-${colorScheme}.png`),
          fullPage: true,
        })
      }
    } finally {
      await context.close()
    }
  }
}
