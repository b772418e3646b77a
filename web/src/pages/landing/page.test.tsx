import { readCampusFigures } from '@blood-bank/contract/site/figures'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { failing, replying } from '../../testing/replies.ts'

const NO_FIGURES = { donorsReady: null, activeRequests: null, usualAnswerMinutes: null }

const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')

const FOR_VISITORS = { 'Become a Donor': '/register', 'Login / Need Blood': '/login', 'Join Us': '/register' }
const FOR_MEMBERS = { 'Find a Donor': '/find-donors', 'Post a Request': '/post-request' }

test.each([
  ['a visitor', {}, FOR_VISITORS, FOR_MEMBERS],
  ['a member', { user: aUser() }, FOR_MEMBERS, FOR_VISITORS],
])('%s finds their own links, and no others', async (_, setting, own, others) => {
  renderPage('/', setting)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(/give blood/i)
  for (const [name, path] of Object.entries(own)) expect(await hrefOf(name)).toBe(path)
  for (const name of Object.keys(others)) expect(screen.queryByRole('link', { name })).toBeNull()
})

test('the page names the club, explains the next steps, and shows only configured links', async () => {
  renderPage('/')
  expect(await screen.findByRole('heading', { name: 'Managed by the University Computer Club' })).toBeTruthy()
  await screen.findByRole('link', { name: 'Join Us' })
  for (const name of ['Website', 'Facebook', 'LinkedIn'])
    expect(screen.queryByRole('link', { name })).toBeNull()
  const steps = within(screen.getByRole('region', { name: 'What happens next' }))
  expect(steps.getAllByRole('listitem')).toHaveLength(3)
})

test('the page shows how many donors are ready, how many requests are active, and how soon donors answer', async () => {
  renderPage('/', {
    replies: [
      replying(readCampusFigures, { donorsReady: 1_200, activeRequests: 30, usualAnswerMinutes: 11 }),
    ],
  })
  expect((await screen.findByText(/donors ready/)).textContent).toBe('1,200+ donors ready')
  expect(screen.getByText(/active requests/).textContent).toBe('30+ active requests')
  screen.getByText('Last month the first donor answered after 11 minutes.')
})

test.each([
  ['too small to show', replying(readCampusFigures, NO_FIGURES)],
  ['unavailable', failing(readCampusFigures)],
])('the page is complete when the figures are %s', async (_, reply) => {
  const { server } = renderPage('/', { replies: [reply] })
  await waitFor(() => expect(server.callsTo(readCampusFigures)).toHaveLength(1))
  await screen.findByRole('link', { name: 'Become a Donor' })
  expect(screen.queryByText(/donors ready|active requests|Last month/)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
