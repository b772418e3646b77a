import { readOverview } from '@blood-bank/contract/overview'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAdmin } from '../../testing/admin-builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { failing, type Reply, refusing, replying } from '../../testing/replies.ts'

const COUNTS = { donors: 1234, users: 5678, bloodRequests: { active: 12, fulfilled: 34, cancelled: 5 } }
const open = (...replies: Reply[]) => renderPage('/admin/overview', { user: anAdmin(), replies })

test('it counts donors, users and requests by status, and each figure leads to what it counts', async () => {
  open(replying(readOverview, COUNTS))
  const donors = await screen.findByRole('link', { name: 'Donors 1,234' })
  expect(donors.getAttribute('href')).toBe('/admin/donors')
  expect(screen.getByRole('link', { name: 'Users 5,678' }).getAttribute('href')).toBe('/admin/users')
  for (const [name, status] of [
    ['Active 12', 'active'],
    ['Fulfilled 34', 'fulfilled'],
    ['Cancelled 5', 'cancelled'],
  ])
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(`/admin/requests?status=${status}`)
})

test.each([
  ['without an answer', failing(readOverview)],
  ['with a fault of the server', refusing(readOverview, 'unexpected-error')],
  ['without a database', refusing(readOverview, 'unavailable')],
])('a failure %s is told, can be dismissed and tried again', async (_, failure) => {
  const { person, server } = open(failure)
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to load statistics.')
  server.answer(replying(readOverview, COUNTS))
  await person.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('link', { name: 'Donors 1,234' })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a dismissed failure is gone', async () => {
  const { person } = open(failing(readOverview))
  await person.click(await screen.findByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})
