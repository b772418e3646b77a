import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { readSession, signOut } from '@blood-bank/contract/sessions/endpoints'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refreshSession } from '../session/session-changes.ts'
import { aDonor, aUser } from '../testing/builders.ts'
import { renderPage } from '../testing/render-page.tsx'
import { awaiting, dashboardReplies, failing, hanging, refusing, replying } from '../testing/replies.ts'

const bar = () => within(screen.getByRole('banner'))
const findBar = async () => within(await screen.findByRole('banner'))
const logout = async () => (await findBar()).findByRole('button', { name: 'Logout (rima)' })

async function linksFor(user?: ReturnType<typeof aUser>) {
  renderPage('/', user ? { user } : {})
  await (await findBar()).findByRole('link', { name: 'Home' })
  return bar()
    .getAllByRole('link')
    .map(link => link.textContent)
}

const FOR_MEMBERS = ['Home', 'Find Donors', 'Post Request', 'View Requests', 'Dashboard']

test.each([
  ['a visitor', undefined, ['Home', 'Login', 'Register']],
  ['a member', aUser(), [...FOR_MEMBERS, 'Account']],
  ['an admin', aUser({ role: 'admin' }), [...FOR_MEMBERS, 'Call Donors', 'Admin Panel', 'Account']],
])('%s finds their pages', async (_, user, links) => {
  expect(await linksFor(user)).toEqual(['University Blood Bank', ...links])
  expect(bar().queryAllByRole('button', { name: 'Logout (rima)' })).toHaveLength(user ? 1 : 0)
})

test('logging out leads to the login page without a redirect back', async () => {
  const { person, path, server } = renderPage('/dashboard', {
    user: aUser(),
    replies: [...dashboardReplies, replying(signOut, undefined)],
  })
  await logout()
  expect(server.callsTo(readSession), 'the page fetches the session once').toHaveLength(1)
  await person.click(await logout())
  await screen.findByRole('heading', { name: 'Sign In' })
  expect(path()).toBe('/login')
  expect(screen.queryByText(/Please (log|sign) in/)).toBeNull()
  expect(bar().getByRole('link', { name: 'Login' })).toBeTruthy()
})

test('a person who logs out while a page loads is not told to sign in again', async () => {
  const refused = awaiting(refusing(readOwnDonor, 'not-signed-in'))
  const ended = awaiting(replying(signOut, undefined))
  const replies = [refused.reply, ended.reply, ...dashboardReplies]
  const { person, server, path, queryClient } = renderPage('/dashboard', { user: aUser(), replies })
  await waitFor(() => expect(server.callsTo(readOwnDonor)).toHaveLength(1))
  await person.click(await logout())
  await waitFor(() => expect(server.callsTo(signOut)).toHaveLength(1))
  // The server has ended the session, but its reply to the sign-out arrives after the refusal.
  refused.arrive()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(path()).toBe('/dashboard')
  ended.arrive()
  await screen.findByRole('heading', { name: 'Sign In' })
  expect(screen.queryByText(/Please (log|sign) in/)).toBeNull()
})

test('a failed logout is shown, the person is still signed in, and the page continues to load', async () => {
  const { person, server } = renderPage('/dashboard', {
    user: aUser(),
    replies: [hanging(readOwnDonor), failing(signOut), ...dashboardReplies],
  })
  await waitFor(() => expect(server.callsTo(readOwnDonor)).toHaveLength(1))
  server.answer(replying(readOwnDonor, { donor: aDonor() }))
  await person.click(await logout())
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^You're still signed in\. The service cannot be reached\./,
  )
  await screen.findByText('Rima Akter')
  expect(await logout()).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the browser opens the menu by its button, and following a link closes it', async () => {
  const { person, path } = renderPage('/')
  const navigation = (await findBar()).getByRole('navigation', { name: 'Main' })
  const close = vi.spyOn(navigation, 'hidePopover')
  expect(screen.getByRole('button', { name: 'Menu' }).getAttribute('popovertarget')).toBe(navigation.id)
  expect(navigation.getAttribute('popover')).toBe('auto')
  const register = await bar().findByRole('link', { name: 'Register' })
  expect(close).not.toHaveBeenCalled()
  await person.click(register)
  await waitFor(() => expect(path()).toBe('/register'))
  expect(close).toHaveBeenCalledOnce()
})

test('members have shortcuts at the foot of the window, coordinators one more, visitors none', async () => {
  const { unmount } = renderPage('/')
  await (await findBar()).findByRole('link', { name: 'Login' })
  expect(screen.queryByRole('navigation', { name: 'Shortcuts' })).toBeNull()
  unmount()
  const page = renderPage('/', { user: aUser() })
  const bar = await screen.findByRole('navigation', { name: 'Shortcuts' })
  const shortcuts = () =>
    within(bar)
      .getAllByRole('link')
      .map(link => [link.textContent, link.getAttribute('href')])
  const ofMembers = [
    ['Requests', '/view-requests'],
    ['Find', '/find-donors'],
    ['Post', '/post-request'],
    ['Dashboard', '/dashboard'],
  ]
  expect(shortcuts()).toEqual(ofMembers)
  const coordinator = { hallId: null, until: '2099-12-31' }
  page.server.answer(replying(readSession, { user: aUser(), coordinator }))
  await act(() => refreshSession(page.queryClient))
  await within(bar).findByRole('link', { name: 'Call' })
  expect(shortcuts()).toEqual([...ofMembers, ['Call', '/call-donors']])
})
