import { listBloodRequests } from '@blood-bank/contract/blood-requests/administration'
import { listDonors } from '@blood-bank/contract/donors/administration'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { readCharts, readOverview } from '@blood-bank/contract/site/overview'
import { listUsers } from '@blood-bank/contract/users/administration'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aDonorRecord, anAdmin, aPage, aUser, idOf } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { overviewReplies, refusing, replying } from '../../testing/replies.ts'

afterEach(() => localStorage.clear())

const NAMES = ['Abir', 'Badal', 'Chandra']
const NOTHING = aPage([])
const records = NAMES.map((fullName, at) => aDonorRecord({ id: idOf(at), fullName }))

/** Opens the list of donors and waits for its shortcuts. */
async function openDonors() {
  const opened = renderPage('/admin/donors', {
    user: anAdmin(),
    replies: [
      ...overviewReplies,
      replying(listDonors, aPage(records)),
      replying(listBloodRequests, NOTHING),
      replying(listUsers, NOTHING),
    ],
  })
  await screen.findByRole('button', { name: /^Keyboard shortcuts/ })
  await screen.findByRole('rowheader', { name: /Chandra/ })
  return { ...opened, type: (keys: string) => opened.person.keyboard(keys) }
}

const focusedRow = () => document.activeElement?.closest('tr')?.querySelector('th')?.textContent
const search = () => screen.getByLabelText<HTMLInputElement>(/^Search/)

test('g and then a letter leads to a page', async () => {
  const { type } = await openDonors()
  for (const [key, title] of [
    ['o', 'Overview'],
    ['r', 'Manage Requests'],
    ['u', 'Manage Users'],
  ] as const) {
    await type(`g${key}`)
    await screen.findByRole('heading', { level: 1, name: title })
  }
})

test('j, k and the arrow keys move between rows, and Escape leaves them', async () => {
  const { type } = await openDonors()
  // Keys with a modifier are the browser's.
  await type('{Control>}j{/Control}{Meta>}/{/Meta}{Alt>}k{/Alt}')
  expect(document.activeElement).toBe(document.body)
  await type('j')
  expect(focusedRow()).toMatch(/^Abir/)
  await type('j{ArrowDown}')
  expect(focusedRow()).toMatch(/^Chandra/)
  await type('j')
  expect(focusedRow()).toMatch(/^Chandra/)
  await type('k{ArrowUp}')
  expect(focusedRow()).toMatch(/^Abir/)
  await type('{Escape}')
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Donors' }))
})

test('a slash focuses the search, where letters are typed; Escape clears it, then leaves it', async () => {
  const { type, path } = await openDonors()
  await type('/')
  expect(document.activeElement).toBe(search())
  await type('jug/?')
  expect(search().value).toBe('jug/?')
  await waitFor(() => expect(path()).toBe('/admin/donors?search=jug%2F%3F'))
  await type('{Escape}')
  await waitFor(() => expect(path()).toBe('/admin/donors'))
  expect(document.activeElement).toBe(search())
  await type('{Escape}')
  expect(document.activeElement).toBe(document.body)
})

test('a question mark lists the shortcuts; Escape closes the list', async () => {
  const { type } = await openDonors()
  await type('?')
  const list = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  for (const action of ['Go to Overview', 'Search', 'Next row', 'Show these shortcuts'])
    list.getByText(action)
  await type('gu')
  expect(screen.getByRole('dialog')).toBeTruthy()
  await type('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a person can turn shortcuts off permanently, and on again', async () => {
  const { person, type, unmount } = await openDonors()
  const open = () => person.click(screen.getByRole('button', { name: /^Keyboard shortcuts/ }))
  const choice = () => screen.findByRole('checkbox', { name: 'Use keyboard shortcuts in this browser' })
  await open()
  await person.click(await choice())
  await person.click(screen.getByRole('button', { name: 'Close' }))
  await type('j/?gu')
  expect(focusedRow()).toBeUndefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  unmount()

  const nextVisit = await openDonors()
  await nextVisit.type('j')
  expect(focusedRow()).toBeUndefined()
  await nextVisit.person.click(screen.getByRole('button', { name: /^Keyboard shortcuts/ }))
  await nextVisit.person.click(await choice())
  await nextVisit.person.click(screen.getByRole('button', { name: 'Close' }))
  await nextVisit.type('j')
  expect(focusedRow()).toMatch(/^Abir/)
})

const open = (path: string) => renderPage(path, { user: anAdmin(), replies: overviewReplies })

test('the admin area opens with the overview; its sidebar has all its pages, and a link back', async () => {
  const { person, path } = open('/admin')
  const sidebar = within(await screen.findByRole('navigation', { name: 'Admin' }))
  expect(sidebar.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Overview', '/admin/overview'],
    ['Manage Donors', '/admin/donors'],
    ['Manage Requests', '/admin/requests'],
    ['Manage Users', '/admin/users'],
    ['Reports', '/admin/reports'],
    ['Audit Log', '/admin/audit-log'],
    ['Back to Main Site', '/'],
  ])
  await waitFor(() => expect(sidebar.getByRole('link', { current: 'page' }).textContent).toBe('Overview'))
  await person.click(sidebar.getByRole('link', { name: 'Back to Main Site' }))
  await screen.findByRole('link', { name: 'Find a Donor' })
  expect(path()).toBe('/')
})

test('on a phone the sidebar is a menu, which the browser opens by its button', async () => {
  open('/admin')
  const menu = (await screen.findByRole('button', { name: 'Menu' })).getAttribute('popovertarget')
  expect(screen.getByRole('navigation', { name: 'Admin' }).closest('[popover]')?.id).toBe(menu)
})

test('an unknown path in the admin area redirects to the landing page', async () => {
  const { path } = open('/admin/nowhere')
  await waitFor(() => expect(path()).toBe('/'))
})

test('a person who is no longer an admin is redirected as soon as the server refuses a call', async () => {
  const { path } = renderPage('/admin', {
    user: aUser({ ...anAdmin(), role: 'user' }),
    replies: [
      replying(readSession, { user: anAdmin() }),
      refusing(readOverview, 'admins-only'),
      refusing(readCharts, 'admins-only'),
    ],
  })
  await waitFor(() => expect(path()).toBe('/'))
})
