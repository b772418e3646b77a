import { readOverview } from '@blood-bank/contract/overview'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAdmin } from '../../testing/admin-builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { type Reply, replying } from '../../testing/replies.ts'

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
