import { readTermSummary, type TermSummary } from '@blood-bank/contract/site/term-summary'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anAdmin } from '../../testing/builders.ts'
import { fillIn, renderPage } from '../../testing/render-page.tsx'
import { type Reply, replying } from '../../testing/replies.ts'

const SUMMARY: TermSummary = { donors: 1200, bloodRequests: 40, unitsGiven: 30, minutesToFirstOffer: 11 }
const summary = (more: Partial<TermSummary> = {}) => replying(readTermSummary, { ...SUMMARY, ...more })

const open = (address: string, ...replies: Reply[]) =>
  renderPage(`/admin/term-summary${address}`, { user: anAdmin(), replies })

const figures = async () => {
  await screen.findByText('Units given')
  return screen.getAllByRole('definition').map(({ textContent }) => textContent)
}

beforeEach(() => void vi.useFakeTimers({ now: new Date('2027-03-14T12:00:00Z'), toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the summary of this half-year is shown first, with four figures and without names', async () => {
  const { server } = open('', summary())
  expect(await figures()).toEqual(['1,200+', '40+', '30+', '11 minutes'])
  screen.getByRole('region', { name: 'January 1, 2027 to June 30, 2027' })
  screen.getByText('University Blood Bank, University Computer Club')
  screen.getByText(/As of March 14, 2027\.$/)
  expect(server.callsTo(readTermSummary).map(({ query }) => query)).toEqual([
    { from: '2027-01-01', to: '2027-06-30' },
  ])
})

test.each([
  [
    { donors: null, bloodRequests: null, unitsGiven: null, minutesToFirstOffer: null },
    ['under 10', 'under 10', 'under 10', 'too few offers'],
  ],
  [{ minutesToFirstOffer: 1 }, ['1,200+', '40+', '30+', '1 minute']],
  [{ minutesToFirstOffer: 110 }, ['1,200+', '40+', '30+', '2 hours']],
  [{ minutesToFirstOffer: 390 }, ['1,200+', '40+', '30+', '7 hours']],
])('of %j it says %j', async (more, shown) => {
  open('', summary(more))
  expect(await figures()).toEqual(shown)
})

test('other terms are a press away, and any two days can be chosen', async () => {
  const page = open('', summary(), summary({ donors: 90 }), summary({ donors: 80 }))
  await figures()
  const terms = within(screen.getByRole('navigation', { name: 'Term' })).getAllByRole('link')
  expect(terms.map(({ textContent }) => textContent)).toEqual([
    'January to June 2027',
    'July to December 2026',
    '2027',
    '2026',
  ])
  await page.person.click(screen.getByRole('link', { name: 'July to December 2026' }))
  await screen.findByText('90+')
  expect(page.path()).toBe('/admin/term-summary?from=2026-07-01&to=2026-12-31')
  await fillIn(page.person, { From: '2026-09-01' })
  await screen.findByText('80+')
  screen.getByRole('region', { name: 'September 1, 2026 to December 31, 2026' })
  expect(page.path()).toBe('/admin/term-summary?from=2026-09-01&to=2026-12-31')
})

test('the browser prints the page, or saves what it prints', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { person } = open('', summary())
  await figures()
  await person.click(screen.getByRole('button', { name: 'Print or save' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
})
