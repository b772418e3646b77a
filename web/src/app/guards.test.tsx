import { readSession, signIn } from '@blood-bank/contract/sessions'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { openQueryClient } from '../session/query-client.ts'
import { leave } from '../session/session-changes.ts'
import { aUser } from '../testing/builders.ts'
import { dashboardReplies } from '../testing/dashboard-replies.ts'
import { renderPage } from '../testing/render-page.tsx'
import { failing, hanging, type Reply, replying } from '../testing/replies.ts'
import { startStubServer } from '../testing/stub-server.ts'
import { AdminOnly, originOf, SignedInOnly } from './guards.tsx'

/** The guards around pages of words, so that these tests depend on no real page. */
function renderGuarded(path: string, session: Reply) {
  const server = startStubServer([session])
  const client = openQueryClient()
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
  return origin ? `Login, then ${origin.pathname}` : 'Login'
}

const signedInAs = (user: ReturnType<typeof aUser> | null) => replying(readSession, { user })

test.each([
  ['nobody', '/inside', 'Login, then /inside', null],
  ['a member', '/inside', 'Inside', aUser()],
  ['an admin', '/inside', 'Inside', aUser({ role: 'admin' })],
  ['nobody', '/admin/users', 'Login, then /admin/users', null],
  ['a member', '/admin/users', 'Landing', aUser()],
  ['an admin', '/admin/users', 'Admin area', aUser({ role: 'admin' })],
])('%s who opens %s comes to: %s', async (_, path, expected, user) => {
  renderGuarded(path, signedInAs(user))
  expect(await screen.findByText(expected)).toBeTruthy()
})

test.each(['/inside', '/admin'])('while access to %s is checked, the page says so', path => {
  renderGuarded(path, hanging(readSession))
  expect(screen.getByRole('status').textContent).toBe('Verifying access...')
})

test('a check that fails is told, can be dismissed and tried again; nobody is sent away', async () => {
  const { server } = renderGuarded('/inside', failing(readSession))
  expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
  server.answer(signedInAs(aUser()))
  screen.getByRole('button', { name: 'Retry' }).click()
  expect(await screen.findByText('Inside')).toBeTruthy()
})

test('a session that ends while a page is open leads to the login', async () => {
  renderGuarded('/inside', signedInAs(aUser()))
  await screen.findByText('Inside')
  startStubServer([signedInAs(null)])
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByText('Login, then /inside')).toBeTruthy()
})

test('whoever signs out by their own hand need not come back to where they were', async () => {
  const { client } = renderGuarded('/inside', signedInAs(aUser()))
  await screen.findByText('Inside')
  act(() => leave(client, { onPurpose: true }))
  expect(await screen.findByText('Login')).toBeTruthy()
})

test('after signing in a person is back where they wanted to go, to the letter', async () => {
  const { person, path } = renderPage('/find-donors?g=A%2B#list', {
    replies: [replying(signIn, { user: aUser() })],
  })
  await person.type(await screen.findByLabelText('Email'), 'rima@campus.edu')
  expect(path()).toBe('/login')
  await person.type(screen.getByLabelText('Password'), 'secret')
  await person.click(screen.getByRole('button', { name: 'Sign In' }))
  await waitFor(() => expect(path()).toBe('/find-donors?g=A%2B#list'))
})

test.each([
  ['Sign up', 'Sign in'],
  ['Forgot your password?', 'Back to sign in'],
])('%s is a detour that does not forget where a person wanted to go', async (away, back) => {
  const { person, path } = renderPage('/find-donors?g=A%2B', {
    replies: [replying(signIn, { user: aUser() })],
  })
  await person.click(await screen.findByRole('link', { name: away }))
  await person.click(await screen.findByRole('link', { name: back }))
  await person.type(await screen.findByLabelText('Email'), 'rima@campus.edu')
  await person.type(screen.getByLabelText('Password'), 'secret')
  await person.click(screen.getByRole('button', { name: 'Sign In' }))
  await waitFor(() => expect(path()).toBe('/find-donors?g=A%2B'))
})

test.each(['/login', '/register'])('whoever is signed in has no need of %s', async address => {
  const { path } = renderPage(address, { user: aUser(), replies: dashboardReplies })
  await waitFor(() => expect(path()).toBe('/dashboard'))
})

test.each(['/nowhere', '/dashboard/more', '/LOGIN/x'])(
  'the unknown address %s leads to the landing page',
  async address => {
    const { path } = renderPage(address)
    await waitFor(() => expect(path()).toBe('/'))
  },
)
