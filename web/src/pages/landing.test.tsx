import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser } from '../testing/builders.ts'
import { renderPage } from '../testing/render-page.tsx'

const addressOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')

test('a visitor is invited to donate, to log in and to join', async () => {
  renderPage('/')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/give blood/i)
  expect(await addressOf('Become a Donor')).toBe('/register')
  expect(await addressOf('Login / Need Blood')).toBe('/login')
  expect(await addressOf('Join Us')).toBe('/register')
})

test('a member is led to donors and to posting', async () => {
  renderPage('/', { user: aUser() })
  expect(await addressOf('Find a Donor')).toBe('/find-donors')
  expect(await addressOf('Post a Request')).toBe('/post-request')
  expect(screen.queryByRole('link', { name: 'Join Us' })).toBeNull()
})

test('neither a visitor nor a member is shown what is for the other', async () => {
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

test('the page says who manages the product, and links nowhere that is not configured', async () => {
  renderPage('/')
  expect(screen.getByRole('heading', { name: 'Managed by the University Computer Club' })).toBeTruthy()
  await screen.findByRole('link', { name: 'Join Us' })
  for (const name of ['Website', 'Facebook', 'LinkedIn'])
    expect(screen.queryByRole('link', { name })).toBeNull()
})
