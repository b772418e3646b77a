import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { registerDonor, updateOwnDonor } from '@blood-bank/contract/donors/profile'
import type { Endpoint } from '@blood-bank/contract/endpoint'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { createQueryClient } from '../session/query-client.ts'
import { endSession } from '../session/session-changes.ts'
import { aDonor, aUser } from '../testing/builders.ts'
import { DONOR_TYPED, fillIn, REQUEST_TYPED, renderPage } from '../testing/render-page.tsx'
import { type Reply, refusing, replying } from '../testing/replies.ts'
import { startStubServer } from '../testing/stub-server.ts'
import { SignedInOnly } from './guards.tsx'

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
function Login() {
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
          <Route path="/login" element={<Login />} />
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
