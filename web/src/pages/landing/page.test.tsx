import { readCampusFigures } from '@blood-bank/contract/site/figures'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { failing, replying } from '../../testing/replies.ts'

const NO_FIGURES = { donorsReady: null, activeRequests: null, usualAnswerMinutes: null }

const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')

test('a visitor is invited to donate, to log in and to join', async () => {
  renderPage('/')
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(/give blood/i)
  expect(await hrefOf('Become a Donor')).toBe('/register')
  expect(await hrefOf('Login / Need Blood')).toBe('/login')
  expect(await hrefOf('Join Us')).toBe('/register')
})

test('a member gets links to search and to post', async () => {
  renderPage('/', { user: aUser() })
  expect(await hrefOf('Find a Donor')).toBe('/find-donors')
  expect(await hrefOf('Post a Request')).toBe('/post-request')
  expect(screen.queryByRole('link', { name: 'Join Us' })).toBeNull()
})

test('visitors and members see only their own links', async () => {
  const { unmount } = renderPage('/')
  await screen.findByRole('link', { name: 'Become a Donor' })
  for (const name of ['Find a Donor', 'Post a Request'])
    expect(screen.queryByRole('link', { name })).toBeNull()
  unmount()
  renderPage('/', { user: aUser() })
  await screen.findByRole('link', { name: 'Find a Donor' })
  for (const name of ['Become a Donor', 'Login / Need Blood', 'Join Us'])
    expect(screen.queryByRole('link', { name })).toBeNull()
})

test('the page names the club, and shows only configured links', async () => {
  renderPage('/')
  expect(await screen.findByRole('heading', { name: 'Managed by the University Computer Club' })).toBeTruthy()
  await screen.findByRole('link', { name: 'Join Us' })
  for (const name of ['Website', 'Facebook', 'LinkedIn'])
    expect(screen.queryByRole('link', { name })).toBeNull()
})

test('the page explains the next steps', async () => {
  renderPage('/')
  const steps = within(await screen.findByRole('region', { name: 'What happens next' }))
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
