import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { readCharts, readOverview } from '@blood-bank/contract/site/overview'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAdmin, aUser } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { overviewReplies, refusing, replying } from '../../testing/replies.ts'

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
