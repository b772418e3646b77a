import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { withCleanUp } from '@blood-bank/server/testing/clean-up'
import { type Browser, chromium } from '@playwright/test'
import { PAGE_STATES } from '../page-states/all-states.ts'
import { openPageState, signInAs } from '../page-states/open.ts'
import type { PageState } from '../page-states/page-state.ts'
import { startProduct } from '../product.ts'

const FOLDER = join(import.meta.dirname, '../../../.build/screenshots')
const WIDTHS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const THEMES = ['light', 'dark'] as const

// By a variable: TypeScript would take the tools for a part of this project.
const browserOfTests: string = '../../../tools/chromium.ts'
const { requireChromium }: { requireChromium: () => Promise<string> } = await import(browserOfTests)

/**
 * `npm run screenshots [word]` takes pictures of every page state of the demo (or of those with the word in their name)
 * in both themes and at two widths.
 */
const [part = ''] = process.argv.slice(2)
const wanted = PAGE_STATES.filter(({ name }) => name.includes(part))
if (wanted.length === 0) {
  console.error(`No page has ${part} in its name: see e2e/testing/page-states.`)
  process.exit(2)
}
const executablePath = await requireChromium().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
execFileSync(process.execPath, ['web/build/build-if-stale.ts'], { stdio: 'inherit' })
await mkdir(FOLDER, { recursive: true })
await withCleanUp(async cleanUp => {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
    // Playwright would end this process before the product has ended.
    ...{ handleSIGINT: false, handleSIGTERM: false },
  })
  cleanUp.defer(() => browser.close())
  const starting = startProduct({}, ['demo'])
  cleanUp.defer(() =>
    starting.then(
      product => product.stop(),
      () => {},
    ),
  )
  const { url } = await starting
  for (const state of wanted)
    await take(browser, url, state).catch((error: Error) => {
      if (!cleanUp.disposed) console.log(`${state.name}: ${error.message.split('\n')[0]}`)
    })
})
console.log(`The pictures are in ${FOLDER}.`)

async function take(browser: Browser, url: string, state: PageState) {
  for (const [width, viewport] of Object.entries(WIDTHS)) {
    const context = await browser.newContext({
      baseURL: url,
      locale: 'en-US',
      viewport,
      permissions: ['clipboard-write'],
    })
    await signInAs(context, url, state.as)
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
