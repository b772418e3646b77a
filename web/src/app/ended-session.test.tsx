import { postBloodRequest } from '@blood-bank/contract/blood-requests'
import { readOwnDonor, registerDonor, updateOwnDonor } from '@blood-bank/contract/donors'
import type { Endpoint } from '@blood-bank/contract/endpoint'
import { readSession } from '@blood-bank/contract/sessions'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { openQueryClient } from '../session/query-client.ts'
import { followOtherTabs, leave } from '../session/session-changes.ts'
import { aDonor, aUser } from '../testing/builders.ts'
import { fillIn } from '../testing/fill-in.ts'
import { renderPage } from '../testing/render-page.tsx'
import { refusing, replying } from '../testing/replies.ts'
import { startStubServer } from '../testing/stub-server.ts'
import { SignedInOnly } from './guards.tsx'

const DONOR = {
  'Full Name': 'Rima Akter',
  'University ID': 'CSE-2021-042',
  Role: 'student',
  Department: 'Physics',
  'Blood Group': 'O+',
  'Contact Number': '01712 345678',
}
const BLOOD_REQUEST = {
  'Patient Name': 'Karim Uddin',
  'Blood Group': 'AB-',
  Hospital: 'City Hospital',
  'Contact Person': 'Rima Akter',
  'Contact Number': '01712 345678',
}

const FORMS: Record<string, { endpoint: Endpoint; typed: Record<string, string>; button: string }> = {
  '/register-donor': { endpoint: registerDonor, typed: DONOR, button: 'Register as Donor' },
  '/edit-donor-profile': { endpoint: updateOwnDonor, typed: DONOR, button: 'Save Changes' },
  '/post-request': { endpoint: postBloodRequest, typed: BLOOD_REQUEST, button: 'Post Request' },
}

test.each([
  ['/register-donor', 'You must be logged in to register as a donor.'],
  ['/edit-donor-profile', 'You must be logged in to save changes.'],
  ['/post-request', 'You must be logged in to post a request.'],
])('whose session has ended when the form of %s is sent reads at the login: %s', async (address, message) => {
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
})

const openFindDonors = async () => {
  const page = renderPage('/find-donors', { user: aUser() })
  await screen.findByRole('heading', { name: 'Find Donors' })
  return page
}

test('whoever signs out in another tab reads at the login of this one why they are there', async () => {
  await openFindDonors()
  const otherTab = openQueryClient()
  onTestFinished(followOtherTabs(otherTab))
  leave(otherTab, { onPurpose: true })
  await screen.findByText('You were signed out in another tab. Please log in again.')
  await screen.findByRole('heading', { name: 'Sign In' })
})

test('whose session has ended in silence is told so', async () => {
  const { server, path } = await openFindDonors()
  server.answer(replying(readSession, { user: null }))
  window.dispatchEvent(new Event('visibilitychange'))
  await screen.findByText('Your session has ended. Please log in again.')
  expect(path()).toBe('/login')
})

test('a visitor is not told of a session that they never had', async () => {
  renderPage('/find-donors')
  await screen.findByRole('heading', { name: 'Sign In' })
  expect(screen.queryByText(/log in again/)).toBeNull()
})

/** Says what it was told, and leads to another page that is guarded. */
function Login() {
  const { state } = useLocation()
  return <Link to="/other">{state?.reason ?? 'No reason'}</Link>
}

test('why a session ended is not told again on the way to another page', async () => {
  startStubServer([replying(readSession, { user: aUser() })])
  const client = openQueryClient()
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
  act(() => leave(client, { onPurpose: false, reason: 'The session ended.' }))
  fireEvent.click(await screen.findByRole('link', { name: 'The session ended.' }))
  await screen.findByRole('link', { name: 'No reason' })
})
