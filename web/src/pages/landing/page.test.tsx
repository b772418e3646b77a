import { readCampusFigures } from '@blood-bank/contract/site/figures'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import { NO_FIGURES, renderPage } from '../../testing/render-page.tsx'
import { failing, replying } from '../../testing/replies.ts'

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
  const steps = within(await screen.findByRole('region', { name: 'What happens next' }))
  expect(steps.getAllByRole('listitem')).toHaveLength(3)
})

test('the page shows how many donors are ready and requests active, and in place of the steps what was done', async () => {
  const done = { peopleHelped: 30, unitsGiven: 1_200, usualAnswerMinutes: 11 }
  renderPage('/', {
    replies: [replying(readCampusFigures, { donorsReady: 1_200, activeRequests: 30, ...done })],
  })
  expect((await screen.findByText(/donors ready/)).textContent).toBe('1,200+ donors ready')
  expect(screen.getByText(/active requests/).textContent).toBe('30+ active requests')
  const shown = within(screen.getByRole('region', { name: 'In the last 30 days' }))
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '30+ people helped',
    '1,200+ units of blood given',
    '11\u00a0min to the first answer',
  ])
  expect(screen.queryByText('What happens next')).toBeNull()
})

test('while few were answered, the page does not say how soon', async () => {
  renderPage('/', {
    replies: [replying(readCampusFigures, { ...NO_FIGURES, peopleHelped: 10, unitsGiven: 20 })],
  })
  const shown = within(await screen.findByRole('region', { name: 'In the last 30 days' }))
  expect(shown.getAllByRole('listitem')).toHaveLength(2)
})

test.each([
  ['too small to show', replying(readCampusFigures, NO_FIGURES)],
  ['unavailable', failing(readCampusFigures)],
])('the page is complete when the figures are %s', async (_, reply) => {
  const { server } = renderPage('/', { replies: [reply] })
  await waitFor(() => expect(server.callsTo(readCampusFigures)).toHaveLength(1))
  await screen.findByText('What happens next')
  expect(screen.queryByText(/donors ready|active requests|last 30 days/)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
