import { listActiveBloodRequests, listOwnBloodRequests } from '@blood-bank/contract/blood-requests'
import { listDonors, searchDonors } from '@blood-bank/contract/donors'
import { PAGE_SIZE } from '@blood-bank/contract/paging'
import { listUsers } from '@blood-bank/contract/users'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDonorRecord, anAdmin, aUserRecord, idOf } from '../testing/admin-builders.ts'
import { aBloodRequest, aDonorHit, aPage, aUser } from '../testing/builders.ts'
import { dashboardReplies } from '../testing/dashboard-replies.ts'
import { renderPage } from '../testing/render-page.tsx'
import { awaiting, type Reply, replying } from '../testing/replies.ts'
import { watchScrolling } from '../testing/scrolling.ts'

/** Page `nth` of a list that has so many records in all. */
function part<T>(build: (id: string) => T, { nth, total }: { nth: number; total: number }) {
  const from = nth * PAGE_SIZE
  const to = Math.min(from + PAGE_SIZE, total)
  const records = Array.from({ length: to - from }, (_, at) => build(idOf(from + at)))
  return aPage(records, { next: to < total ? `after-${to}` : null, total: nth === 0 ? total : null })
}

type Place = { nth: number; total: number }

/** The lists that come in pages: of everybody, of one's own, of admins. */
const LISTS = [
  {
    path: '/find-donors?bloodGroup=O%2B',
    noun: 'donors',
    user: aUser(),
    endpoint: searchDonors,
    reply: (place: Place) =>
      replying(
        searchDonors,
        part(id => aDonorHit({ id }), place),
      ),
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
    path: '/dashboard',
    noun: 'requests',
    user: aUser(),
    endpoint: listOwnBloodRequests,
    reply: (place: Place) =>
      replying(
        listOwnBloodRequests,
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
  {
    path: '/admin/users',
    noun: 'users',
    user: anAdmin(),
    endpoint: listUsers,
    reply: (place: Place) =>
      replying(
        listUsers,
        part(id => aUserRecord({ id }), place),
      ),
  },
]

const others = (list: (typeof LISTS)[number]): Reply[] =>
  dashboardReplies.filter(({ endpoint }) => endpoint !== list.endpoint)

test.each(LISTS)(
  '$path says the total once, and its pages come one after the other up to 300 records, the rest with scrolling',
  async list => {
    const { scrollToEnd } = watchScrolling()
    const total = 420
    const pages = [0, 1, 2, 3, 4, 5, 6].map(nth => awaiting(list.reply({ nth, total })))
    const opened = renderPage(list.path, {
      user: list.user,
      replies: [...pages.map(({ reply }) => reply), ...others(list)],
    })
    /** The calls for pages; that of an admin who asks for the other admins is none. */
    const calls = () => opened.server.callsTo(list.endpoint).filter(({ query }) => query.role === undefined)

    pages[0]?.arrive()
    const status = await screen.findByText(`${total} ${list.noun}`)
    const said: string[] = []
    const listener = new MutationObserver(() => said.push(status.textContent ?? ''))
    listener.observe(status, { characterData: true, childList: true, subtree: true })
    const focused = screen.getByRole('heading', { level: 1 })
    focused.focus()

    for (const nth of [1, 2, 3, 4, 5]) {
      await waitFor(() => expect(calls()).toHaveLength(nth + 1))
      expect(calls()[nth]?.query.after).toBe(`after-${nth * PAGE_SIZE}`)
      pages[nth]?.arrive()
    }
    await waitFor(() => expect(opened.queryClient.isFetching()).toBe(0))
    expect(calls(), 'what comes without scrolling').toHaveLength(6)

    scrollToEnd()
    await waitFor(() => expect(calls()).toHaveLength(7))
    expect(said, 'what a screen reader hears after the total').toEqual([])
    expect(document.activeElement).toBe(focused)
    listener.disconnect()
  },
)
