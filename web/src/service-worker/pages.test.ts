import { expect, test } from 'vitest'
import { NO_PAGES, refuseOutage } from './pages.ts'

const isPage = (address: string) => !NO_PAGES.some(pattern => pattern.test(address))

test.each([
  '/',
  '/view-requests',
  '/find-donors?bloodGroup=A%2B',
  '/admin/users',
  '/api-guide',
  '/developers',
  '/login?next=a.html',
])('%s is a page: offline it stands on its shell', address => {
  expect(isPage(address)).toBe(true)
})

test.each([
  '/api/docs',
  '/api/account/export',
  '/api?x',
  '/dev/mailbox',
  '/metrics',
  '/healthz',
  '/readyz',
  '/assets/none',
  '/manifest.webmanifest',
  '/icons/icon-192.png?x',
])('%s is no page: it fails as it would without a service worker', address => {
  expect(isPage(address)).toBe(false)
})

test.each([502, 503, 504])('a proxy that finds no server (%i) is as good as no line', async status => {
  await expect(refuseOutage({ response: new Response('', { status }) })).rejects.toThrow(String(status))
})

test.each([200, 404, 500])('an answer of %i is an answer', async status => {
  const response = new Response('', { status })
  expect(await refuseOutage({ response })).toBe(response)
})
