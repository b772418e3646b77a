import { expect, test } from 'vitest'
import { failOnOutage, NON_PAGE_PATHS, restoreDamagedAddress } from './pages.ts'

const isPage = (address: string) => !NON_PAGE_PATHS.some(pattern => pattern.test(address))

test.each([
  '/',
  '/view-requests',
  '/find-donors?bloodGroup=A%2B',
  '/admin/users',
  '/a',
  '/api-guide',
  '/developers',
  '/login?next=a.html',
])('%s is a page, which uses the shell offline', address => {
  expect(isPage(address)).toBe(true)
})

test.each([
  '/api/docs',
  '/api/account/export',
  '/api?x',
  '/dev/mailbox',
  '/r/0123456789abcdefghjkmnpqrs',
  '/metrics',
  '/healthz',
  '/readyz',
  '/assets/none',
  '/manifest.webmanifest',
  '/icons/icon-192.png?x',
])('%s is not a page, and fails as without a service worker', address => {
  expect(isPage(address)).toBe(false)
})

test.each([502, 503, 504])('a proxy without a server (%i) counts as offline', async status => {
  await expect(failOnOutage({ response: new Response('', { status }) })).rejects.toThrow(String(status))
})

test.each([200, 404, 500])('a response %i counts as online', async status => {
  const response = new Response('', { status })
  expect(await failOnOutage({ response })).toBe(response)
})

const TOKEN = 'k'.repeat(43)
const VERIFY = `/verify-email#token=${TOKEN}`

const restore = async (address: string) => {
  const request = new Request(new URL(address, 'https://blood.example.edu'))
  return (await restoreDamagedAddress({ request }))?.headers.get('location')
}

// More kinds of damage are in the server's table (restore-address.test.ts).
test.each([
  [`/verify-email%23token%3D${TOKEN}`, VERIFY],
  [`/verify-email?token=${TOKEN}`, VERIFY],
  [`/a%23${TOKEN}.`, `/a#${TOKEN}`],
  ['/find-donors%3FbloodGroup=AB+.', '/find-donors?bloodGroup=AB%2B'],
  ['/account%23passkeys', '/account#passkeys'],
])('%s leads to the page without the server, too', async (damaged, address) => {
  expect(isPage(damaged)).toBe(true)
  expect(await restore(damaged)).toBe(`https://blood.example.edu${address}`)
  expect(await restore(address)).toBeUndefined()
})

test.each(['/none-of-ours', '/find-donors/more', '/%5C%5Cevil.example', '//evil.example/%23token=x'])(
  '%s is left to the shell',
  async address => {
    expect(await restore(address)).toBeUndefined()
  },
)
