import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests'
import { readSession } from '@blood-bank/contract/sessions'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { findKeptList, keepList, openKept } from '../offline/kept-requests.ts'
import { aBloodRequest, aPage, aUser } from '../testing/builders.ts'
import { startMemoryCaches } from '../testing/memory-caches.ts'
import { renderPage } from '../testing/render-page.tsx'
import { failing, refusing, replying } from '../testing/replies.ts'
import { startServiceWorkers } from '../testing/service-worker.ts'

const HOUR_MS = 3_600_000
const LIST = aPage([aBloodRequest()])

/** Has seen a list some time ago. */
async function seen(agoMs: number, list: unknown = LIST) {
  vi.useFakeTimers({ now: Date.now() - agoMs, toFake: ['Date'] })
  await keepList(await openKept(), JSON.stringify(list))
  vi.useRealTimers()
}

beforeEach(async () => {
  startMemoryCaches()
  await seen(3.5 * HOUR_MS)
})

function openOffline(path = '/view-requests', silence = failing(readSession)) {
  const page = renderPage(path, { replies: [silence] })
  // For good, not for the first call alone.
  page.server.answer(silence)
  return page
}
const isOffline = () => screen.findByRole('heading', { name: 'You Are Offline' })

test.each(['/view-requests', '/', '/dashboard', '/login', '/admin/users'])(
  'offline, %s is the list that was seen last, with its age, its numbers and no act',
  async path => {
    startServiceWorkers({ isBehind: true })
    openOffline(path)
    await isOffline()
    const card = within(await screen.findByRole('article', { name: 'Karim Uddin' }))
    expect(screen.getByText(/^As of/).textContent).toMatch(
      /^As of \w{3} \d+, \d{4}, \d+:\d\d [AP]M, 3 hours ago\. /,
    )
    expect(card.getByRole('link', { name: '01712 345678' }).getAttribute('href')).toBe('tel:01712345678')
    expect(card.getAllByRole('button').map(button => button.textContent)).toEqual(['Copy', 'Share'])
    expect(within(screen.getByRole('navigation')).queryAllByRole('link')).toEqual([])
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull()
  },
)

test('offline, a list of more than seven days ago is gone', async () => {
  startServiceWorkers({ isBehind: true })
  await seen(7 * 24 * HOUR_MS + 1)
  openOffline()
  await screen.findByText(/^No list is kept on this device\./)
  expect(await findKeptList()).toBeNull()
})

test('offline, what an older build kept in another form is passed over', async () => {
  startServiceWorkers({ isBehind: true })
  await seen(HOUR_MS, { bloodRequests: [] })
  openOffline()
  await screen.findByText(/^No list is kept on this device\./)
})

test('a member is told when there were more requests than are kept, and when there were none', async () => {
  startServiceWorkers({ isBehind: true })
  await seen(HOUR_MS, { ...LIST, next: 'abc', total: 2 })
  const { unmount } = openOffline()
  await screen.findByText('These are the newest 1 of 2.')
  unmount()
  await seen(HOUR_MS, aPage([]))
  openOffline()
  await screen.findByText('No active blood requests at that moment.')
})

test('when the line is back the page says so, and shows the list as it is', async () => {
  startServiceWorkers({ isBehind: true })
  const { server } = openOffline()
  await isOffline()
  const fresh = aBloodRequest({ patientName: 'Fatema Begum' })
  server.answer(replying(readSession, { user: aUser() }))
  server.answer(replying(listActiveBloodRequests, aPage([fresh])))
  window.dispatchEvent(new Event('online'))
  await screen.findByRole('article', { name: 'Fatema Begum' })
  await screen.findByText('You are online again. What you see is up to date.')
  expect(screen.queryByText('Karim Uddin')).toBeNull()
})

test('a server that is away is told as such, and the kept list helps there, too', async () => {
  startServiceWorkers({ isBehind: true })
  openOffline('/view-requests', refusing(readSession, 'unavailable'))
  await screen.findByRole('heading', { name: 'The Service Is Away' })
  await screen.findByRole('article', { name: 'Karim Uddin' })
})

test('a person who is offline can be rid of what is kept', async () => {
  const workers = startServiceWorkers({ isBehind: true })
  const { person } = openOffline()
  await screen.findByRole('article', { name: 'Karim Uddin' })
  await person.click(screen.getByRole('button', { name: 'Stop Keeping' }))
  await screen.findByText(/^No list is kept on this device\./)
  expect([workers.isRegistered(), await caches.keys()]).toEqual([false, []])
})

test('a person who did not choose it is told that the service cannot be reached, as ever', async () => {
  startServiceWorkers()
  openOffline()
  await screen.findByRole('heading', { name: 'Access Not Checked' })
  expect(screen.queryByText('Karim Uddin')).toBeNull()
})

test('a member whose line goes while they are about is shown what is kept in place of the list', async () => {
  startServiceWorkers({ isBehind: true })
  renderPage('/view-requests', { user: aUser(), replies: [failing(listActiveBloodRequests)] })
  await screen.findByText('Failed to fetch blood requests. Please try again.')
  await screen.findByRole('article', { name: 'Karim Uddin' })
  expect(screen.queryByRole('button', { name: 'Mark as Fulfilled' })).toBeNull()
})

test('a member whose session ended is shown nothing that was kept, and it is wiped', async () => {
  startServiceWorkers({ isBehind: true })
  renderPage('/view-requests', {
    user: aUser(),
    replies: [refusing(listActiveBloodRequests, 'not-signed-in')],
  })
  await screen.findByRole('heading', { name: 'Sign In' })
  await waitFor(async () => expect(await findKeptList()).toBeNull())
  expect(screen.queryByText('Karim Uddin')).toBeNull()
})
