import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { HOUR_MS } from '@blood-bank/contract/durations'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  findOfflineList,
  openOfflineCache,
  saveOfflineList,
  saveOfflineUser,
} from '../device/offline/offline-list.ts'
import { aBloodRequest, aPage, aUser } from '../testing/builders.ts'
import { startMemoryCaches } from '../testing/memory-caches.ts'
import { aPublicKey } from '../testing/push.ts'
import { buttonNamesIn, findRequestCard, renderPage } from '../testing/render-page.tsx'
import { failing, refusing, replying } from '../testing/replies.ts'
import { startServiceWorkers } from '../testing/service-worker.ts'

const LIST = aPage([aBloodRequest()])

/** Saves a list as if it had been fetched some time ago. */
async function saveList(agoMs: number, list: unknown = LIST) {
  vi.useFakeTimers({ now: Date.now() - agoMs, toFake: ['Date'] })
  await saveOfflineList(await openOfflineCache(), JSON.stringify(list))
  vi.useRealTimers()
}

beforeEach(async () => {
  startMemoryCaches()
  await saveOfflineUser(aUser().id)
  await saveList(3.5 * HOUR_MS)
})

function showOffline(path = '/view-requests', failure = failing(readSession)) {
  const page = renderPage(path, { replies: [failure] })
  // Every call fails, not only the first.
  page.server.answer(failure)
  return page
}
const isOffline = () => screen.findByRole('heading', { name: 'Saved on this device' })

test.each(['/view-requests', '/'])(
  'offline, %s shows the saved list with its age and numbers, and without actions',
  async path => {
    startServiceWorkers({ isControlling: true })
    showOffline(path)
    await isOffline()
    const article = await findRequestCard('Karim Uddin')
    expect(screen.getByText(/^As of/).textContent).toMatch(
      /^As of \w{3} \d+, \d{4}, \d+:\d\d [AP]M, 3 hours ago\. /,
    )
    expect(within(article).getByRole('link', { name: 'Call 01712 345678' }).getAttribute('href')).toBe(
      'tel:01712345678',
    )
    expect(buttonNamesIn(article)).toEqual(['More'])
    expect(within(screen.getByRole('navigation')).queryAllByRole('link')).toEqual([])
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull()
  },
)

test('offline, a list saved by an older build in another format is ignored', async () => {
  startServiceWorkers({ isControlling: true })
  await saveList(HOUR_MS, { bloodRequests: [] })
  showOffline()
  await screen.findByText(/^No list is saved on this device\./)
})

test('offline, the page says when there were more requests than are saved, and when there were none', async () => {
  startServiceWorkers({ isControlling: true })
  await saveList(HOUR_MS, { ...LIST, next: 'abc', total: 2 })
  const { unmount } = showOffline()
  await screen.findByText('These are the newest 1 of 2.')
  unmount()
  await saveList(HOUR_MS, aPage([]))
  showOffline()
  await screen.findByText('There were no active blood requests at that time.')
})

test('when the connection is back the page says so, and shows the current list', async () => {
  startServiceWorkers({ isControlling: true })
  const { server } = showOffline()
  await isOffline()
  await screen.findByText('You are offline. What you type is kept.')
  const fresh = aBloodRequest({ patientName: 'Fatema Begum' })
  server.answer(replying(readSession, { user: aUser() }))
  server.answer(replying(listActiveBloodRequests, aPage([fresh])))
  window.dispatchEvent(new Event('online'))
  await findRequestCard('Fatema Begum')
  await screen.findByText("You're back online.")
  expect(screen.queryByText('Karim Uddin')).toBeNull()
})

test('when the server is unavailable the page says so, and shows the saved list', async () => {
  startServiceWorkers({ isControlling: true })
  showOffline('/view-requests', refusing(readSession, 'unavailable'))
  await isOffline()
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The service is not available right now\./)
  await findRequestCard('Karim Uddin')
})

test('a person can turn off offline access while offline', async () => {
  const workers = startServiceWorkers({ isControlling: true })
  const { person } = showOffline()
  await findRequestCard('Karim Uddin')
  await person.click(screen.getByRole('button', { name: 'Turn off offline access' }))
  await screen.findByText(/^No list is saved on this device\./)
  expect([workers.isRegistered(), await caches.keys()]).toEqual([false, []])
})

test('on a device with notifications and without offline access, there is nothing to turn off', async () => {
  startMemoryCaches()
  startServiceWorkers({ isControlling: true, push: { subscribedFor: aPublicKey(1) } })
  showOffline()
  await isOffline()
  await screen.findByText(/ To save one, turn on offline access under Account\.$/)
  expect(screen.queryByRole('button', { name: 'Turn off offline access' })).toBeNull()
})

test('without a service worker the page says that the service cannot be reached', async () => {
  startServiceWorkers()
  showOffline()
  await screen.findByRole('heading', { name: "Couldn't verify access" })
  expect(screen.queryByText('Karim Uddin')).toBeNull()
})

test('a member who loses the connection sees the saved list', async () => {
  startServiceWorkers({ isControlling: true })
  renderPage('/view-requests', { user: aUser(), replies: [failing(listActiveBloodRequests)] })
  await screen.findByText('Failed to fetch blood requests. Please try again.')
  await findRequestCard('Karim Uddin')
  expect(screen.queryByRole('button', { name: 'Mark as Fulfilled' })).toBeNull()
})

test('a member whose session ended sees no saved list, and it is deleted', async () => {
  startServiceWorkers({ isControlling: true })
  renderPage('/view-requests', {
    user: aUser(),
    replies: [refusing(listActiveBloodRequests, 'not-signed-in')],
  })
  await screen.findByRole('heading', { name: 'Sign In' })
  await waitFor(async () => expect(await findOfflineList()).toBeNull())
  expect(screen.queryByText('Karim Uddin')).toBeNull()
})
