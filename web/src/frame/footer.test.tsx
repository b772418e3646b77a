import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { site } from '../api/site.ts'
import { aUser } from '../testing/builders.ts'
import { renderPage, setSite } from '../testing/render-page.tsx'

setSite({ contactUrl: null })

const HELP = ['Help', '/help']
const PRIVACY = ['Privacy', '/privacy']

async function footerLinks(user?: ReturnType<typeof aUser>) {
  renderPage('/', user ? { user } : {})
  await screen.findByRole('link', { name: user ? 'Find Donors' : 'Login' })
  return within(screen.getByRole('contentinfo'))
    .getAllByRole('link')
    .map(link => [link.textContent, link.getAttribute('href')])
}

test('the footer leads members to their account, too', async () => {
  expect(await footerLinks(aUser())).toEqual([['Account', '/account'], HELP, PRIVACY])
})

test('the footer has a Contact link if the operator configured one', async () => {
  site.contactUrl = 'mailto:help@blood.example'
  expect(await footerLinks()).toEqual([HELP, ['Contact', 'mailto:help@blood.example'], PRIVACY])
})
