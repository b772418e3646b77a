import type { Page } from '@playwright/test'
import { DESKTOP, PHONE } from '../visitor.ts'

/** A width of the page, and which checks run there. */
type Width = { name: string; runsAllChecks: boolean; set(page: Page): Promise<unknown> }

export const WIDTHS: readonly Width[] = [
  { name: '390 px', runsAllChecks: true, set: page => page.setViewportSize(PHONE) },
  { name: '320 px', runsAllChecks: false, set: page => page.setViewportSize({ width: 320, height: 640 }) },
  {
    name: '390 px, text at 200 %',
    runsAllChecks: false,
    set: page => scaleText(page, 2).then(() => page.setViewportSize(PHONE)),
  },
  {
    name: '1280 px',
    runsAllChecks: true,
    set: page => scaleText(page, 1).then(() => page.setViewportSize(DESKTOP)),
  },
  { name: '1280 px at 200 %', runsAllChecks: false, set: zoomInto },
]

/** As with large letters chosen in the browser. The breakpoints stay, as they do on phones. */
const scaleText = (page: Page, factor: number) =>
  page.evaluate(
    percent => document.documentElement.style.setProperty('font-size', percent),
    `${100 * factor}%`,
  )

/** The browser's zoom: half as many CSS pixels, each twice as large. */
async function zoomInto(page: Page) {
  const { width, height } = DESKTOP
  const metrics = { width: width / 2, height: height / 2, deviceScaleFactor: 2, mobile: false }
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', metrics)
}
