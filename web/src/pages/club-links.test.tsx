import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'

vi.mock('../api/site.ts', async original => {
  const { site } = await original<typeof import('../api/site.ts')>()
  const clubLinks = { website: 'https://club.example', facebook: null, linkedIn: 'https://in.example/club' }
  return { site: { ...site, clubLinks } }
})

test('the configured links of the club open apart and tell nothing of this page', () => {
  renderPage('/')
  const website = screen.getByRole('link', { name: 'Website' })
  expect(website.getAttribute('href')).toBe('https://club.example')
  expect(website.getAttribute('target')).toBe('_blank')
  expect(website.getAttribute('rel')).toBe('noopener noreferrer')
  expect(screen.getByRole('link', { name: 'LinkedIn' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Facebook' })).toBeNull()
})
