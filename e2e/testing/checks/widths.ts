import type { Page } from 'playwright-core'
import { DESKTOP, PHONE } from '../visitor.ts'

/** How wide a page is shown, and what it is looked at for there. */
type Width = { name: string; isWhole: boolean; set(page: Page): Promise<unknown> }

export const WIDTHS: readonly Width[] = [
  { name: '390 px', isWhole: true, set: page => page.setViewportSize(PHONE) },
  { name: '320 px', isWhole: false, set: page => page.setViewportSize({ width: 320, height: 640 }) },
  { name: '1280 px', isWhole: true, set: page => page.setViewportSize(DESKTOP) },
  { name: '1280 px at 200 %', isWhole: false, set: zoomInto },
]

/** The browser's own zoom: half as many pixels of a style sheet, each twice as large. */
async function zoomInto(page: Page) {
  const { width, height } = DESKTOP
  const metrics = { width: width / 2, height: height / 2, deviceScaleFactor: 2, mobile: false }
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', metrics)
}
