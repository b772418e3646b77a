import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import { renderPage, setSite } from '../../testing/render-page.tsx'

setSite({
  clubLinks: {
    website: 'https://club.example',
    facebook: 'https://facebook.example/club',
    linkedIn: 'https://in.example/club',
  },
})

test.each([
  ['a visitor', undefined],
  ['a member', aUser()],
])('%s gets links to the club, which open in a new tab without a referrer', async (_, user) => {
  renderPage('/', user ? { user } : {})
  await screen.findByRole('link', { name: user ? 'Find Donors' : 'Login' })
  const club = within(await screen.findByRole('region', { name: 'Managed by the University Computer Club' }))
  for (const [name, address] of [
    ['Website', 'https://club.example'],
    ['Facebook', 'https://facebook.example/club'],
    ['LinkedIn', 'https://in.example/club'],
  ]) {
    const link = club.getByRole('link', { name })
    expect(link.getAttribute('href')).toBe(address)
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  }
})
