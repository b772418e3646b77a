import { listActiveBloodRequests, listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { listRequestDeletions } from '@blood-bank/contract/blood-requests/removals'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { listOwnDonations } from '@blood-bank/contract/offers/donations'
import { listOwnOffers, listReceivedOffers } from '@blood-bank/contract/offers/endpoints'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshRecords } from '../session/session.ts'
import { anAdmin, aPage, aUser } from '../testing/builders.ts'
import { stubEventSources } from '../testing/event-source.ts'
import { type Refusing, startRefusingBrowser } from '../testing/refusing-browser.ts'
import { fillIn, renderPage } from '../testing/render-page.tsx'
import { accountReplies, dashboardReplies, overviewReplies, refusing, replying } from '../testing/replies.ts'

const PAGES = {
  '/': 'Give blood. Someone on campus is waiting.',
  '/login': 'Sign In',
  '/register': 'Create Account',
  '/dashboard': 'Dashboard',
  '/account': 'Account',
  '/offline-access': 'Offline access',
  '/find-donors': 'Find Donors',
  '/post-request': 'Post a blood request',
  '/view-requests': 'Blood Requests',
  '/admin/overview': 'Overview',
}
const VISITORS_ONLY = ['/', '/login', '/register']

const replies = [
  ...dashboardReplies,
  ...overviewReplies,
  replying(listActiveBloodRequests, aPage([])),
  ...accountReplies,
]

/** Of the browser and of the server, in a minute. */
const MAX_ASKED = 40
const MAX_CALLS = 40

beforeEach(() => {
  stubEventSources()
  vi.stubGlobal('Notification', { permission: 'default' })
})
let end = () => {}
afterEach(() => {
  cleanup()
  end()
})

function open(path: string, how: Refusing, setting: Parameters<typeof renderPage>[1]) {
  const browser = startRefusingBrowser(how)
  end = browser.end
  const page = renderPage(path, setting)
  const answer = fetch
  const fetched = vi.fn(async (address: string, init?: RequestInit) =>
    address === '/readyz' ? new Response() : answer(address, init),
  )
  vi.stubGlobal('fetch', fetched)
  return { ...page, asked: browser.asked, fetched }
}

const WAYS: readonly Refusing[] = ['throwing', 'rejecting']

const CASES = Object.entries(PAGES).flatMap(([path, heading]) =>
  WAYS.map(how => [path, how, heading] as const),
)

test.each(CASES)('%s works in a browser that refuses storage and locks by %s', async (path, how, heading) => {
  const user = path.startsWith('/admin') ? anAdmin() : aUser()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const page = open(path, how, { replies, ...(!VISITORS_ONLY.includes(path) && { user }) })
  await screen.findByRole('heading', { level: 1, name: heading })
  for (let passed = 0; passed < MINUTE_MS; passed += MINUTE_MS / 12) {
    await vi.dynamicImportSettled()
    await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS / 12))
  }
  screen.getByRole('heading', { level: 1, name: heading })
  expect(page.path()).toBe(path)
  expect(page.asked.length).toBeLessThan(MAX_ASKED)
  expect(page.fetched.mock.calls.length).toBeLessThan(MAX_CALLS)
})

const NOT_KEPT =
  "Your browser didn't keep you signed in. Allow cookies for this site in its settings, then sign in again."
const BLOCKED =
  'Signing in needs cookies, which your browser blocks for this site. Allow them in its settings, then reload this page.'

const NO_SESSION = [
  replying(signIn, { user: aUser() }),
  refusing(readOwnDonor, 'not-signed-in'),
  refusing(listOwnBloodRequests, 'not-signed-in'),
  refusing(listOwnOffers, 'not-signed-in'),
  refusing(listReceivedOffers, 'not-signed-in'),
  refusing(listOwnDonations, 'not-signed-in'),
  refusing(listRequestDeletions, 'not-signed-in'),
]

async function trySignIn({ person }: Pick<ReturnType<typeof renderPage>, 'person'>) {
  await fillIn(person, { Email: 'rima@campus.edu', Password: 'secret' })
  await person.click(screen.getByRole('button', { name: 'Sign In' }))
}

test.each(WAYS)('whoever signs in to such a browser reads that cookies are needed (%s)', async how => {
  const page = open('/login', how, { replies: NO_SESSION })
  await screen.findByText(BLOCKED)
  await trySignIn(page)
  await screen.findByText(NOT_KEPT)
  await screen.findByText(BLOCKED)
  expect(page.path()).toBe('/login')
})

test('so does whoever signs in to a browser where only the cookie of the session is not kept', async () => {
  const page = renderPage('/login', { replies: NO_SESSION })
  await screen.findByLabelText('Email')
  await trySignIn(page)
  await screen.findByText(NOT_KEPT)
  expect(screen.queryByText(BLOCKED)).toBeNull()
})

test('a session that ends later ended for another reason', async () => {
  const page = renderPage('/login', {
    replies: [
      replying(signIn, { user: aUser() }),
      replying(readOwnDonor, { donor: null }),
      replying(listOwnBloodRequests, aPage([])),
    ],
  })
  await screen.findByLabelText('Email')
  await trySignIn(page)
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
  await waitFor(() => expect(page.queryClient.isFetching()).toBe(0))
  for (const reply of NO_SESSION.slice(1)) page.server.answer(reply)
  void refreshRecords(page.queryClient)
  await screen.findByText('Please sign in to continue.')
})

test('whoever opens offline access in such a browser reads that nothing can be saved', async () => {
  open('/offline-access', 'rejecting', { user: aUser() })
  await screen.findByText("This browser can't save anything for offline use.")
})
