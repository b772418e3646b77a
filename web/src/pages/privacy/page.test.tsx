import { PERSONAL_DATA } from '@blood-bank/contract/personal-data/groups'
import { describeRetention } from '@blood-bank/contract/personal-data/retention'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { site } from '../../api/site.ts'
import { renderPage, setSite } from '../../testing/render-page.tsx'

setSite({
  contactUrl: null,
  retention: describeRetention({ sessionIdleDays: 3, unverifiedAccountDays: 9, sendsTexts: true }),
})

const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) }).textContent

test('everybody reads what is stored, who sees it, and for how long by the settings of the site', async () => {
  renderPage('/privacy')
  await screen.findByRole('heading', { level: 1, name: 'Privacy' })
  for (const [group, kinds] of Object.entries(PERSONAL_DATA)) {
    const table = screen.getByRole('table', { name: group })
    expect(within(table).getAllByRole('rowheader')).toHaveLength(kinds.length)
  }
  expect(rowOf('Account')).toContain('we erase the account after 9 days.')
  expect(rowOf('Account')).toContain('Yes, without the hashes.')
  expect(rowOf('Sign-ins')).toContain('at most 30 days, and 3 days without use.')
  expect(rowOf('Audit log')).toContain('No.')
  expect(rowOf('Alerts')).toContain('The number that gets text messages, if you turned them on')
  expect(rowOf('Donor profile')).toContain('Yes.Deleted.')
  expect(rowOf('Offers')).toContain('Deleted. That a number was seen stays, without you.')
})

test('who is responsible can be contacted', async () => {
  site.contactUrl = 'mailto:help@blood.example'
  renderPage('/privacy')
  const responsible = within(await screen.findByRole('region', { name: 'Who is responsible' }))
  const contact = responsible.getByRole('link', { name: 'Contact' })
  expect(contact.getAttribute('href')).toBe('mailto:help@blood.example')
})

test('the registration form leads to the privacy page in a tab of its own', async () => {
  renderPage('/register')
  const link = await screen.findByRole('link', { name: /^What we store and who sees it/ })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/privacy', '_blank'])
})
