import type { Page } from '@playwright/test'
import type { PageState } from './page-state.ts'

type List = { records: { id: string; patientName: string }[] }

/** One request is posted and another closed while the list is on the screen; the page fetches it again. */
async function changeList(page: Page) {
  await page.getByRole('article').first().waitFor()
  await page.route('**/api/blood-requests', async route => {
    const headers = { ...route.request().headers() }
    delete headers['if-none-match']
    const response = await route.fetch({ headers })
    const list: List = await response.json()
    const [first, , ...others] = list.records
    if (!first) throw new Error('There are no active requests.')
    const posted = { ...first, id: '0198f3a0-1234-7abc-8def-0123456789ab', patientName: 'Just Posted' }
    await route.fulfill({ json: { ...list, records: [posted, first, ...others] } })
  })
  // As when the person returns to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await page.getByText('No longer on the list').waitFor()
}

export const LIVE_STATES: PageState[] = [
  {
    name: 'view-requests-new',
    as: 'donor',
    path: '/view-requests',
    action: changeList,
    shows: '1 new request',
  },
]
