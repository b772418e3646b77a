import { expect } from '@playwright/test'
import { test } from './testing/journey.ts'
import { sharedProduct } from './testing/product.ts'
import { becomeMember, endSession, newAddress, postBloodRequest, requestCardOf } from './testing/steps.ts'
import { openBrowser, PHONE } from './testing/visitor.ts'

/** Debian's headless shell, with which the other journeys run, has no back/forward cache. `npm run test:long` installs this. */
const CHROMIUM = '/usr/bin/chromium'

test.use({
  launchOptions: {
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})

for (const isOffline of [false, true])
  test(`Back shows the page as it was, but nothing of it once the session has ended, ${isOffline ? 'without' : 'with'} a network`, async ({
    browser,
  }) => {
    const { url } = sharedProduct
    // Its errors do not count: what a page that is shown again asks for is refused, or lost.
    const { visitor: rima } = await openBrowser(browser, PHONE, { siteUrl: url })
    const { page, context } = rima
    await becomeMember(rima, newAddress('back'))
    await postBloodRequest(rima, 'Momena Bewa')

    let texts: string[] = []
    let restored = 0
    page.on('console', message => {
      const [shown, text] = message.text().split('|')
      if (text === undefined) return
      // What a page has said before it was left may arrive when it is shown again.
      if (Number(shown) > restored) texts = []
      restored = Math.max(restored, Number(shown))
      if (Number(shown) === restored) texts.push(text)
    })
    await context.addInitScript(() => {
      let next = 0
      let shown = Number(sessionStorage.getItem('shown'))
      addEventListener('pagehide', () => cancelAnimationFrame(next))
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) shown += 1
        sessionStorage.setItem('shown', String(shown))
        const tell = () => {
          console.info(`${shown}|${document.body?.innerText}`)
          next = requestAnimationFrame(tell)
        }
        tell()
      })
    })
    const leaveAndComeBack = async (meanwhile: () => Promise<void>) => {
      await page.goto(`${url}/privacy`)
      await meanwhile()
      const before = restored
      await page.goBack({ waitUntil: 'commit' })
      await expect.poll(() => restored).toBe(before + 1)
    }

    await rima.open('/dashboard')
    const card = requestCardOf(rima, 'Momena Bewa')
    await card.scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate(() => scrollY)
    await leaveAndComeBack(async () => {})
    await card.waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(scrolled)

    // Chromium keeps a page that must not be stored only until it has made such a call, as when it is shown again.
    await rima.open('/dashboard')
    await card.waitFor()
    await leaveAndComeBack(async () => {
      await endSession(rima)
      await context.setOffline(isOffline)
    })
    if (isOffline) {
      await expect.poll(() => texts.length).toBeGreaterThan(20)
      expect([...new Set(texts)]).toEqual([''])
      await context.setOffline(false)
    }
    await rima.comesTo('/login')
    await rima.heading('Sign In')
    expect(texts).toContain('')
    for (const text of texts) expect(text).not.toMatch(/Momena/)
    await context.close()
  })
