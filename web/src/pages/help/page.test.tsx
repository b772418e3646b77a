import { ALERT_LIMITS, DEFAULT_FREQUENCY } from '@blood-bank/contract/alerts/endpoints'
import { HOSPITAL_TESTS } from '@blood-bank/contract/donors/compatibility'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import { DONOR_RULES, renderPage, setSite } from '../../testing/render-page.tsx'

setSite({ version: '1.2.0', donorRules: DONOR_RULES })

test('everybody reads the answers to nine questions, which lead to the pages they name', async () => {
  renderPage('/help')
  await screen.findByRole('heading', { level: 1, name: 'Help' })
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(9)
  expect(screen.getByText(/^Register as a donor/).textContent).toContain(HOSPITAL_TESTS)
  const links = within(screen.getByRole('main')).getAllByRole('link')
  expect(new Set(links.map(link => link.getAttribute('href')))).toEqual(
    new Set([
      '/post-request',
      '/find-donors',
      '/view-requests',
      '/dashboard',
      '/account#number',
      '/account#alerts',
      '/account#data',
      '/forgot-password',
      '/privacy',
      DONOR_RULES.url,
    ]),
  )
})

test('“Can I give?” is answered with more than a blood group', async () => {
  renderPage('/help')
  const question = within(
    await screen.findByRole('region', { name: 'Can I give, and when can I give again?' }),
  )
  question.getByText(DONOR_RULES.sentence)
  question.getByText(/^Giving is no test: /)
})

test('whoever needs blood is sent to the blood bank of the hospital first', async () => {
  renderPage('/help')
  await screen.findByText(/^Ask the hospital's own blood bank first: /)
})

test('whoever reports an error finds the version below the answers', async () => {
  renderPage('/help')
  await screen.findByText('Version 1.2.0')
})

test('the answer about alerts says how often donors are asked unless they choose otherwise', async () => {
  renderPage('/help')
  await screen.findByText(/^At most twice a week, unless you choose otherwise\./)
  expect(ALERT_LIMITS[DEFAULT_FREQUENCY]).toEqual({ alerts: 2, days: 7 })
})

test('a link to a question leads to its heading', async () => {
  renderPage('/help#email')
  const question = await screen.findByRole('heading', { name: "An email didn't come. What now?" })
  expect(document.activeElement).toBe(question)
})

test.each([
  ['/forgot-password', undefined],
  ['/post-request', aUser({ emailVerified: false })],
])('somebody who waits for an email at %s finds the answer', async (path, user) => {
  renderPage(path, user ? { user } : {})
  const link = await screen.findByRole('link', { name: 'What if no email comes?' })
  expect(link.getAttribute('href')).toBe('/help#email')
})
