import type { Page } from '@playwright/test'
import { leaveDataToBrowser } from '../page-states/open.ts'

/** How many rows of a table, or cards of a list, are checked. */
const CHECKED = 4

/**
 * Shortens the lists that the server sends, and leaves their totals. The records left out would be like the first ones, and
 * take up to nine tenths of the time.
 */
export async function shortenLists(page: Page): Promise<void> {
  await leaveDataToBrowser(page)
  await page.route(isCallOfList, async route => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const json = await response.json().catch(() => null)
    if (!Array.isArray(json?.records)) return route.fulfill({ response })
    return route.fulfill({ response, json: { ...json, records: json.records.slice(0, CHECKED), next: null } })
  })
}

/** The stream of live updates has no end. */
const isCallOfList = ({ pathname }: URL) => pathname.startsWith('/api/') && pathname !== '/api/live'
