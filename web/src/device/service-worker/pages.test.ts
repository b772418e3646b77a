import { expect, test } from 'vitest'
import { failOnOutage, NON_PAGE_PATHS } from './pages.ts'

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
