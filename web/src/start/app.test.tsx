import { listActiveBloodRequests, listBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { listDonors } from '@blood-bank/contract/donors/endpoints'
import { listUsers } from '@blood-bank/contract/users/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAdmin, aPage, aUser } from '../testing/builders.ts'
import { renderPage } from '../testing/render-page.tsx'
import { dashboardReplies, overviewReplies, replying } from '../testing/replies.ts'

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
