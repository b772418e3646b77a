import { expect, test } from 'vitest'
import { PUBLIC_SITE } from '../../testing/environments/public-site.ts'
import { startTestApp } from '../../testing/test-app.ts'

const SITES: { settings: Record<string, string>; contacts: string[] }[] = [
  {
    settings: {
      CONTACT_URL: 'mailto:help@club.example.edu?subject=Blood%20bank',
      CLUB_WEBSITE_URL: 'https://club.example.edu',
      MAIL_FROM: '"Blood Bank" <blood@example.edu>',
    },
    contacts: [
      'mailto:help@club.example.edu?subject=Blood%20bank',
      'https://club.example.edu',
      'mailto:blood@example.edu',
    ],
  },
  { settings: { MAIL_FROM: 'blood@example.edu' }, contacts: ['mailto:blood@example.edu'] },
  { settings: { CLUB_WEBSITE_URL: 'http://club.example.edu' }, contacts: ['https://blood.example.edu/help'] },
  { settings: {}, contacts: ['https://blood.example.edu/help'] },
]
const sites = await Promise.all(
  SITES.map(async ({ settings, contacts }) => ({
    settings,
    contacts,
    bank: await startTestApp({ ...PUBLIC_SITE, PUBLIC_URL: 'https://blood.example.edu', ...settings }),
  })),
)

test.each(sites)(
  'a site with $settings says whom to tell of a security problem',
  async ({ bank, contacts }) => {
    const { statusCode, headers, body } = await bank.app.inject('/.well-known/security.txt')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const [expires, canonical] = body.trimEnd().split('\n').slice(contacts.length)
    expect(body.split('\n').slice(0, contacts.length)).toEqual(contacts.map(contact => `Contact: ${contact}`))
    const days = (Date.parse(String(expires).replace('Expires: ', '')) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(170)
    expect(days).toBeLessThan(365)
    expect(canonical).toBe('Canonical: https://blood.example.edu/.well-known/security.txt')
  },
)
