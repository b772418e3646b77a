import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { listDonors, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { PAGE_SIZE } from '@blood-bank/contract/listing'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDonorRecord, anAdmin, idOf } from '../testing/admin-builders.ts'
import { aBloodRequest, aDonorSearchResult, aPage, aSearchPage, aUser } from '../testing/builders.ts'
import { renderPage } from '../testing/render-page.tsx'
import { awaiting, replying } from '../testing/replies.ts'
import { simulateScrolling } from '../testing/scrolling.ts'
import { sample } from '../testing/test-scope.ts'

/** Page `nth` of a list with `total` records. */
function part<T>(build: (id: string) => T, { nth, total }: { nth: number; total: number }) {
  const from = nth * PAGE_SIZE
  const to = Math.min(from + PAGE_SIZE, total)
  const records = Array.from({ length: to - from }, (_, at) => build(idOf(from + at)))
  return aPage(records, { next: to < total ? `after-${to}` : null, total: nth === 0 ? total : null })
}

type Place = { nth: number; total: number }

/** A paged list of each kind: that of a search, one of requests, and one of admins. */
const LISTS = [
  {
    path: '/find-donors?bloodGroup=O%2B',
    noun: 'donors',
    user: aUser(),
    endpoint: searchDonors,
    reply: (place: Place) => {
      const page = part(id => aDonorSearchResult({ id }), place)
      return replying(searchDonors, aSearchPage(page.records, page))
    },
  },
  {
    path: '/view-requests',
    noun: 'requests',
    user: aUser(),
    endpoint: listActiveBloodRequests,
    reply: (place: Place) =>
      replying(
        listActiveBloodRequests,
        part(id => aBloodRequest({ id }), place),
      ),
  },
  {
    path: '/admin/donors',
    noun: 'donors',
    user: anAdmin(),
    endpoint: listDonors,
    reply: (place: Place) =>
      replying(
        listDonors,
        part(id => aDonorRecord({ id }), place),
      ),
  },
]

test.each(sample(1, LISTS))(
  '$path announces the total once, loads up to 300 records page by page, and the rest on scrolling',
  async list => {
    const { scrollToEnd } = simulateScrolling()
    const total = 420
    const pages = [0, 1, 2, 3, 4, 5, 6].map(nth => awaiting(list.reply({ nth, total })))
    const opened = renderPage(list.path, {
      user: list.user,
      replies: pages.map(({ reply }) => reply),
    })
    const calls = () => opened.server.callsTo(list.endpoint)

    pages[0]?.arrive()
    const status = await screen.findByText(`${total} ${list.noun}`)
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
  },
)
