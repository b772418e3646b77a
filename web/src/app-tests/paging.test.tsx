import { searchDonors } from '@blood-bank/contract/donors/endpoints'
import { PAGE_SIZE } from '@blood-bank/contract/listing'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDonorSearchResult, aPage, aSearchPage, aUser, idOf } from '../testing/builders.ts'
import { renderPage } from '../testing/render-page.tsx'
import { awaiting, replying } from '../testing/replies.ts'
import { simulateScrolling } from '../testing/scrolling.ts'

/** Page `nth` of a list with `total` records. */
function part<T>(build: (id: string) => T, { nth, total }: { nth: number; total: number }) {
  const from = nth * PAGE_SIZE
  const to = Math.min(from + PAGE_SIZE, total)
  const records = Array.from({ length: to - from }, (_, at) => build(idOf(from + at)))
  return aPage(records, { next: to < total ? `after-${to}` : null, total: nth === 0 ? total : null })
}

test('a list announces the total once, loads up to 300 records page by page, and the rest on scrolling', async () => {
  const { scrollToEnd } = simulateScrolling()
  const total = 420
  const pages = [0, 1, 2, 3, 4, 5, 6].map(nth => {
    const page = part(id => aDonorSearchResult({ id }), { nth, total })
    return awaiting(replying(searchDonors, aSearchPage(page.records, page)))
  })
  const opened = renderPage('/find-donors?bloodGroup=O%2B', {
    user: aUser(),
    replies: pages.map(({ reply }) => reply),
  })
  const calls = () => opened.server.callsTo(searchDonors)

  pages[0]?.arrive()
  const status = await screen.findByText(`${total} donors`)
  const announcements: string[] = []
  const listener = new MutationObserver(() => announcements.push(status.textContent ?? ''))
  listener.observe(status, { characterData: true, childList: true, subtree: true })
  const focused = screen.getByRole('heading', { level: 1 })
  focused.focus()

  for (const nth of [1, 2, 3, 4, 5]) {
    await waitFor(() => expect(calls()).toHaveLength(nth + 1))
    expect(calls()[nth]?.query.after).toBe(`after-${nth * PAGE_SIZE}`)
    pages[nth]?.arrive()
  }
  await waitFor(() => expect(opened.queryClient.isFetching()).toBe(0))
  expect(calls(), 'pages loaded without scrolling').toHaveLength(6)

  await scrollToEnd()
  await waitFor(() => expect(calls()).toHaveLength(7))
  expect(announcements, 'announcements after the total').toEqual([])
  expect(document.activeElement).toBe(focused)
  listener.disconnect()
})
