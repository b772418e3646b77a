import { setTimeout } from 'node:timers/promises'
import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor, searchDonors } from '@blood-bank/contract/donors/endpoints'
import type { PageReply, PageRequest, RenderedPage } from '@blood-bank/contract/pages/rendering'
import { listOtherSessions } from '@blood-bank/contract/sessions/endpoints'
import { listUsers } from '@blood-bank/contract/users/administration'
import type { User } from '@blood-bank/contract/users/endpoints'
import { expect, test } from 'vitest'
import {
  aBloodRequest,
  aDonor,
  aDonorSearchResult,
  anOtherSession,
  aPage,
  aSearchPage,
  aUser,
  aUserRecord,
  idOf,
} from '../testing/builders.ts'
import renderer from './render.tsx'

/** Everything of a person is marked with their name. */
const aPerson = (name: string, nth: number, more: Partial<User> = {}) => {
  const user = aUser({ id: idOf(nth), email: `${name}@campus.edu`, ...more })
  const own = aDonor({ id: idOf(100 + nth), fullName: name, contactNumber: `0171${nth}-111111` })
  const bloodRequest = aBloodRequest({
    id: idOf(200 + nth),
    patientName: `Patient of ${name}`,
    contactPerson: name,
    // Longer ago for one than for the other.
    requestedAt: '2026-11-20T00:00:00.000Z',
    confirmedAt: '2026-11-20T00:00:00.000Z',
  })
  const replies: Record<string, unknown> = {
    [readOwnDonor.path]: { donor: own },
    [searchDonors.path]: aSearchPage([
      aDonorSearchResult({ id: idOf(300 + nth), fullName: `Donor for ${name}` }),
    ]),
    [listActiveBloodRequests.path]: aPage([bloodRequest]),
    [listOtherSessions.path]: aPage([anOtherSession({ id: idOf(400 + nth) })]),
    [listUsers.path]: aPage([aUserRecord({ id: idOf(500 + nth), email: `found-by-${name}@campus.edu` })]),
  }
  return { name, user, replies, now: new Date(Date.UTC(2026, 10, 20 + nth)) }
}
type Someone = ReturnType<typeof aPerson>

const ZUBAIDA = aPerson('zubaida', 1)
const QUDDUS = aPerson('quddus', 2, { role: 'admin' })

const PAGES = [
  ['/dashboard', ''],
  ['/find-donors', '?bloodGroup=O%2B'],
  ['/view-requests', ''],
  ['/account', ''],
  ['/post-request', ''],
  ['/admin/users', ''],
] as const

/** What a person sees who asks while others do. Each read takes as long as `pause` says. */
function open([path, search]: (typeof PAGES)[number], someone: Someone, pause: () => Promise<void>) {
  const { user, now, replies } = someone
  const read: PageRequest['read'] = async ({ path }) => {
    await pause()
    const body = structuredClone(replies[path])
    const refusal = { error: { code: 'not-found', message: `Nothing for ${someone.name}.` } }
    return body === undefined
      ? { status: 404, body: refusal, tag: null }
      : ({ status: 200, body, tag: `W/"${someone.name}"` } satisfies PageReply)
  }
  return renderer.renderPage({ path, search, session: { user }, isWithoutDonors: false, now, read })
}

test('two people whose pages are rendered 64 times at once, interleaved, see each what they see alone', async () => {
  const asked = Array.from({ length: 64 }, (_, nth) => ({
    page: PAGES[nth % PAGES.length] ?? PAGES[0],
    someone: nth % 4 < 2 ? ZUBAIDA : QUDDUS,
    other: nth % 4 < 2 ? QUDDUS : ZUBAIDA,
  }))
  const alone: (RenderedPage | null)[] = []
  for (const { page, someone } of asked) alone.push(await open(page, someone, () => Promise.resolve()))
  const pause = () => setTimeout(Math.random() * 5)
  const together = await Promise.all(asked.map(({ page, someone }) => open(page, someone, pause)))
  for (const [nth, { page, someone, other }] of asked.entries()) {
    const rendered = together[nth]
    // Replies come in another order.
    expect(rendered?.html).toBe(alone[nth]?.html)
    const text = `${rendered?.title}${rendered?.html}${rendered?.state}`
    expect(text).not.toMatch(new RegExp(other.name, 'i'))
    const isOpen = page[0] !== '/admin/users' || someone.user.role === 'admin'
    expect(text.includes(someone.user.email)).toBe(isOpen)
  }
})

test('every page is rendered for a visitor and for somebody unknown, the same at any time, or left to the browser', async () => {
  const page = { search: '', isWithoutDonors: false, now: null, read: null }
  const left: string[] = []
  for (const path of renderer.listPaths())
    for (const session of [{ user: null }, null]) {
      const first = await renderer.renderPage({ ...page, path, session })
      await setTimeout(2)
      expect(await renderer.renderPage({ ...page, path, session })).toEqual(first)
      if (!first) left.push(path)
    }
  expect(left).toEqual([])
})
