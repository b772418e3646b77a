import { readOverview } from '@blood-bank/contract/overview'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAdmin } from '../../testing/admin-builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { type Reply, replying } from '../../testing/replies.ts'

const COUNTS = {
  donors: 1234,
  users: 5678,
  bloodRequests: { active: 12, fulfilled: 34, cancelled: 5 },
  deadMails: 0,
}
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
  [1, '1 email could not be delivered.'],
  [1200, '1,200 emails could not be delivered.'],
])('an admin is warned of %d emails that were given up, and told what to do', async (deadMails, words) => {
  open(replying(readOverview, { ...COUNTS, deadMails }))
  const warning = await screen.findByText(text => text.startsWith(words))
  expect(warning.textContent).toBe(
    `${words} Ask whoever runs the server to look into the outbox: its last errors say why.`,
  )
})

test('where every email left, no word is said about it', async () => {
  open(replying(readOverview, COUNTS))
  await screen.findByRole('link', { name: 'Donors 1,234' })
  expect(screen.queryByText(/could not be delivered/)).toBeNull()
})
