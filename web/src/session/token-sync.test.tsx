import { readSession, signOut } from '@blood-bank/contract/sessions/endpoints'
import { issueToken } from '@blood-bank/contract/sessions/token-sync'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aUser } from '../testing/builders.ts'
import { renderPage, setSite } from '../testing/render-page.tsx'
import { replying } from '../testing/replies.ts'

const RECEIVER = 'https://portal.example/sync'

setSite({ tokenSync: { url: RECEIVER, maxAgeSeconds: 300 } })

const tokenOfAge = (seconds: number) =>
  `head.${btoa(JSON.stringify({ iat: Date.now() / 1000 - seconds }))}.signature`

/** Opens the landing page. Returns the calls that the other service received, in order. */
async function openWithToken(token: string, user = aUser()) {
  const page = renderPage('/', {
    user,
    replies: [replying(issueToken, { token }), replying(signOut, undefined)],
  })
  const received: string[] = []
  const ours = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address !== RECEIVER) return ours(address, init)
    received.push([init.method, new Headers(init.headers).get('authorization')].filter(Boolean).join(' '))
    throw new TypeError('Failed to fetch')
  })
  await screen.findByRole('button', { name: /^Logout/ })
  return { ...page, received }
}

test('the other service is notified of sign-in and sign-out, without delaying anybody', async () => {
  const token = tokenOfAge(0)
  const { received, person } = await openWithToken(token)
  await waitFor(() => expect(received).toEqual([`POST Bearer ${token}`]))
  await person.click(screen.getByRole('button', { name: /^Logout/ }))
  await screen.findByRole('heading', { name: 'Sign In' })
  await waitFor(() => expect(received).toEqual([`POST Bearer ${token}`, 'DELETE']))
})

test('the other service is told nothing of a person before their email is verified', async () => {
  const token = tokenOfAge(0)
  const { received, server } = await openWithToken(token, aUser({ emailVerified: false }))
  await screen.findByRole('button', { name: 'Resend Verification Email' })
  expect([server.callsTo(issueToken), received]).toEqual([[], []])
  server.answer(replying(readSession, { user: aUser() }))
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(received).toEqual([`POST Bearer ${token}`]))
})

test('a token older than the limit is not sent', async () => {
  const { received, server } = await openWithToken(tokenOfAge(301))
  await waitFor(() => expect(server.callsTo(issueToken)).toHaveLength(1))
  await act(async () => {})
  expect(received).toEqual([])
})
