import { listBloodRequests } from '@blood-bank/contract/blood-requests/administration'
import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { listDonors } from '@blood-bank/contract/donors/administration'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { registerDonor, updateOwnDonor } from '@blood-bank/contract/donors/profile'
import type { Endpoint } from '@blood-bank/contract/endpoint'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { listUsers } from '@blood-bank/contract/users/administration'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { originOf } from '../features/accounts/destination.ts'
import { createQueryClient } from '../session/query-client.ts'
import { endSession } from '../session/session-changes.ts'
import { aDonor, anAdmin, aPage, aUser } from '../testing/builders.ts'
import { DONOR_TYPED, fillIn, REQUEST_TYPED, renderPage } from '../testing/render-page.tsx'
import {
  awaiting,
  dashboardReplies,
  failing,
  hanging,
  overviewReplies,
  type Reply,
  refusing,
  replying,
} from '../testing/replies.ts'
import { startStubServer } from '../testing/stub-server.ts'
import { AdminOnly, SignedInOnly } from './guards.tsx'

const PUBLIC = {
  '/': 'Give blood. Someone on campus is waiting.',
  '/forgot-password': 'Reset Password',
  '/privacy': 'Privacy',
  '/help': 'Help',
}
const VISITORS_ONLY = { '/login': 'Sign In', '/register': 'Create Account' }
const MEMBERS = {
  '/dashboard': 'Dashboard',
  '/register-donor': 'Become a Donor',
  '/edit-donor-profile': 'Edit Donor Profile',
  '/find-donors': 'Find Donors',
  '/post-request': 'Post a blood request',
  '/view-requests': 'Blood Requests',
}
const ADMINS = {
  '/admin/overview': 'Overview',
  '/admin/donors': 'Manage Donors',
  '/admin/requests': 'Manage Requests',
  '/admin/users': 'Manage Users',
}
const HEADINGS: Record<string, string> = { ...PUBLIC, ...VISITORS_ONLY, ...MEMBERS, ...ADMINS }

const NOTHING = aPage([])
const replies = [
  ...dashboardReplies,
  replying(listActiveBloodRequests, NOTHING),
  ...overviewReplies,
  replying(listDonors, NOTHING),
  replying(listBloodRequests, NOTHING),
  replying(listUsers, NOTHING),
]

const PEOPLE = {
  'a visitor': {},
  'an unverified member': { user: aUser({ emailVerified: false }) },
  'a member': { user: aUser() },
  'an admin': { user: anAdmin() },
}
type Who = keyof typeof PEOPLE

/** Rows of who opens each page and where they arrive: at the page itself by default. */
const opens = (who: Who, pages: object, arrivesAt?: string): [Who, string, string][] =>
  Object.keys(pages).map(path => [who, path, arrivesAt ?? path])

test.each([
  ...opens('a visitor', { ...PUBLIC, ...VISITORS_ONLY }),
  ...opens('a visitor', { ...MEMBERS, ...ADMINS }, '/login'),
  ...opens('an unverified member', { '/dashboard': '' }),
  ...opens('a member', { ...PUBLIC, ...MEMBERS }),
  ...opens('a member', VISITORS_ONLY, '/dashboard'),
  ...opens('a member', ADMINS, '/'),
  ...opens('an admin', ADMINS),
  ...opens('an admin', { '/dashboard': '' }),
  ...opens('an admin', { '/admin': '' }, '/admin/overview'),
])('%s who opens %s arrives at %s', async (who, path, place) => {
  const page = renderPage(path, { ...PEOPLE[who], replies })
  await waitFor(() => expect(page.path()).toBe(place))
  const heading = await screen.findByRole('heading', { level: 1, name: HEADINGS[place] ?? '' })
  expect(heading.closest('main')).toBeTruthy()
})

test.each(['/', '/login', '/dashboard'])('%s has a top bar and a footer', async path => {
  renderPage(path, { replies })
  const page = await screen.findByRole('main')
  const follows = Node.DOCUMENT_POSITION_FOLLOWING
  expect(screen.getByRole('banner').compareDocumentPosition(page) & follows).toBeTruthy()
  expect(page.compareDocumentPosition(screen.getByRole('contentinfo')) & follows).toBeTruthy()
  await screen.findByRole('link', { name: 'Login' })
})

test('a line is shown while waiting for the server', async () => {
  const { reply, arrive } = awaiting(replying(listActiveBloodRequests, aPage([])))
  renderPage('/view-requests', { user: aUser(), replies: [reply] })
  await screen.findByRole('progressbar', { name: 'Waiting for the server' })
  arrive()
  await screen.findByText('No active blood requests at the moment.')
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
})

/** Renders the guards around plain texts, so that these tests depend on no real page. */
function renderGuarded(path: string, session: Reply) {
  const server = startStubServer([session])
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]} useTransitions={false}>
        <Routes>
          <Route path="/" element="Landing" />
          <Route path="/login" element={<Login />} />
          <Route element={<SignedInOnly />}>
            <Route path="/inside" element="Inside" />
          </Route>
          <Route element={<AdminOnly />}>
            <Route path="/admin/*" element="Admin area" />
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { server, client }
}

function Login() {
  const origin = originOf(useLocation())
  return <p>{origin ? `Login, then ${origin.pathname}` : 'Login'}</p>
}

const signedInAs = (user: ReturnType<typeof aUser> | null) => replying(readSession, { user })

test.each(['/inside', '/admin'])('while access to %s is checked, the page says so', path => {
  renderGuarded(path, hanging(readSession))
  expect(screen.getByRole('status').textContent).toBe('Verifying access...')
})

test('a failed check is shown, can be dismissed and retried, and does not redirect', async () => {
  const { server } = renderGuarded('/inside', failing(readSession))
  expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
  server.answer(signedInAs(aUser()))
  screen.getByRole('button', { name: 'Retry' }).click()
  expect(await screen.findByText('Inside')).toBeTruthy()
})

test('a person who signs out is not sent back there after the next login', async () => {
  const { client } = renderGuarded('/inside', signedInAs(aUser()))
  await screen.findByText('Inside')
  act(() => endSession(client, { isSignOut: true }))
  expect(await screen.findByText('Login')).toBeTruthy()
})

test.each([
  ['after signing in', []],
  [
    'after detours through the links of the login page',
    ['Sign up', 'Sign in', 'Forgot your password?', 'Back to sign in'],
  ],
])('%s a person is redirected to the exact URL that they opened', async (_, detours) => {
  const address = '/find-donors?g=A%2B#list'
  const { person, path } = renderPage(address, { replies: [replying(signIn, { user: aUser() })] })
  for (const name of detours) await person.click(await screen.findByRole('link', { name }))
  await person.type(await screen.findByLabelText('Email'), 'rima@campus.edu')
  expect(path()).toBe('/login')
  await person.type(screen.getByLabelText('Password'), 'secret')
  await person.click(screen.getByRole('button', { name: 'Sign In' }))
  await waitFor(() => expect(path()).toBe(address))
})

test.each(['/nowhere', '/dashboard/more', '/LOGIN/x'])(
  'the unknown address %s leads to the landing page',
  async address => {
    const { path } = renderPage(address)
    await waitFor(() => expect(path()).toBe('/'))
  },
)

const FORMS: Record<string, { endpoint: Endpoint; typed: Record<string, string>; button: string }> = {
  '/register-donor': { endpoint: registerDonor, typed: DONOR_TYPED, button: 'Register as Donor' },
  '/edit-donor-profile': { endpoint: updateOwnDonor, typed: DONOR_TYPED, button: 'Save Changes' },
  '/post-request': { endpoint: postBloodRequest, typed: REQUEST_TYPED, button: 'Post Request' },
}

test.each([
  ['/register-donor', 'You must be logged in to register as a donor.'],
  ['/edit-donor-profile', 'You must be logged in to save changes.'],
  ['/post-request', 'You must be logged in to post a request.'],
])(
  'a person whose session has ended when they submit the form of %s sees on the login page: %s',
  async (address, message) => {
    const { endpoint, typed, button } = FORMS[address] as (typeof FORMS)[string]
    const { person, server, path } = renderPage(address, {
      user: aUser(),
      replies: [
        refusing(endpoint, 'not-signed-in', { message: String(endpoint.signedOutMessage) }),
        replying(readOwnDonor, { donor: endpoint === updateOwnDonor ? aDonor() : null }),
      ],
    })
    await fillIn(person, typed)
    server.answer(replying(readSession, { user: null }))
    await person.click(screen.getByRole('button', { name: button }))
    await screen.findByText(message)
    expect(path()).toBe('/login')
  },
)

const ROLE_CHANGED = replying(readSession, { user: null, endedBecause: 'role-changed' })

test('a person whose role changed is told so on the login page, also on a page opened afterwards', async () => {
  const { path } = await openFindDonorsAs(ROLE_CHANGED)
  await screen.findByText('Your role changed. Sign in again.')
  expect(path()).toBe('/login')
  cleanup()
  renderPage('/dashboard', { replies: [ROLE_CHANGED] })
  await screen.findByText('Your role changed. Sign in again.')
  expect(screen.queryByText('Please log in to view your dashboard.')).toBeNull()
})

test('a call that finds that the session has ended learns from the session that the role changed', async () => {
  const { endpoint, typed, button } = FORMS['/post-request'] as (typeof FORMS)[string]
  const { person, server } = renderPage('/post-request', {
    user: aUser(),
    replies: [refusing(endpoint, 'not-signed-in', { message: String(endpoint.signedOutMessage) })],
  })
  await fillIn(person, typed)
  server.answer(ROLE_CHANGED)
  await person.click(screen.getByRole('button', { name: button }))
  await screen.findByText('Your role changed. Sign in again.')
})

/** Opens a page, and comes back to it when the session has another reply. */
async function openFindDonorsAs(reply: Reply) {
  const page = await openFindDonors()
  page.server.answer(reply)
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  return page
}

const openFindDonors = async () => {
  const page = renderPage('/find-donors', { user: aUser() })
  await screen.findByRole('heading', { name: 'Find Donors' })
  return page
}

test('a person whose session has expired is told so', async () => {
  const { server, path } = await openFindDonors()
  server.answer(replying(readSession, { user: null }))
  window.dispatchEvent(new Event('visibilitychange'))
  await screen.findByText('Your session has ended. Please sign in again.')
  expect(path()).toBe('/login')
})

test('a visitor without a session sees no message about an ended session', async () => {
  renderPage('/find-donors')
  await screen.findByRole('heading', { name: 'Sign In' })
  expect(screen.queryByText(/sign in again/)).toBeNull()
})

/** Shows the reason from the history state, and a link to another guarded page. */
function LoginWithReason() {
  const { state } = useLocation()
  return <Link to="/other">{state?.reason ?? 'No reason'}</Link>
}

test('the reason why a session ended is not shown again after a redirect from another page', async () => {
  startStubServer([replying(readSession, { user: aUser() })])
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/inside']} useTransitions={false}>
        <Routes>
          <Route path="/login" element={<LoginWithReason />} />
          <Route element={<SignedInOnly />}>
            <Route path="/inside" element="Inside" />
            <Route path="/other" element="Other" />
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('Inside')
  act(() => endSession(client, { isSignOut: false, reason: 'The session ended.' }))
  fireEvent.click(await screen.findByRole('link', { name: 'The session ended.' }))
  await screen.findByRole('link', { name: 'No reason' })
})
