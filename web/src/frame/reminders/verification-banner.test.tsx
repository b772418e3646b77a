import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resendVerificationMail } from '@blood-bank/contract/passwords/accounts'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { readCharts, readOverview } from '@blood-bank/contract/site/overview'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { hanging, type Reply, refusing, replying } from '../../testing/replies.ts'

const RESENT = 'Verification email resent! Please check your inbox (and spam folder).'
const NOT_RESENT =
  'Failed to resend verification email. You may have resent too recently, or an error occurred.'
const button = { name: 'Resend Verification Email' }

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))

/** The banner is loaded on demand: its absence means something only when all loads have ended. */
const waitForLazyParts = () => act(() => vi.dynamicImportSettled())

async function resend(reply: Reply) {
  const page = renderPage('/', { user: aUser({ emailVerified: false }), replies: [reply] })
  await page.person.click(await screen.findByRole('button', button))
  return page
}

test.each([
  ['a person with a verified address', { user: aUser() }, 'Find a Donor'],
  ['a visitor', {}, 'Become a Donor'],
])('%s is not reminded', async (_, setting, name) => {
  renderPage('/', setting)
  await screen.findByRole('link', { name })
  await waitForLazyParts()
  expect(screen.queryByRole('button', button)).toBeNull()
})

test('a person with an unverified address is reminded on every page of the main site', async () => {
  const { person } = renderPage('/', { user: aUser({ emailVerified: false }) })
  await screen.findByRole('button', button)
  await person.click(screen.getByRole('link', { name: 'Post Request' }))
  await screen.findByRole('heading', { name: 'Post a blood request' })
  const banner = within(screen.getByRole('region', { name: 'Email not verified' }))
  banner.getByRole('button', button)
  banner.getByRole('button', { name: 'Wrong address?' })
})

test('an admin with an unverified address is reminded in the admin area, too', async () => {
  const admin = aUser({ role: 'admin', emailVerified: false })
  renderPage('/admin/overview', { user: admin, replies: [hanging(readOverview), hanging(readCharts)] })
  await screen.findByRole('heading', { name: 'Overview' })
  await screen.findByRole('button', button)
})

test('the banner is yellow in both themes', async () => {
  renderPage('/', { user: aUser({ emailVerified: false }) })
  const banner = await screen.findByRole('region', { name: 'Email not verified' })
  expect(banner.dataset.tone).toBe('warning')
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../../ui', path), 'utf8')
  expect(read('layout/banner.module.css')).toMatch(
    /^\.banner\[data-tone="warning"\] {[^}]*background: var\(--warning-soft\)/m,
  )
  const pair = /--warning-soft: light-dark\((.*)\);/.exec(read('theme/tokens.css'))?.[1] ?? ''
  const colours = [...pair.matchAll(/#(..)(..)(..)/g)]
  expect(colours).toHaveLength(2)
  for (const [, ...parts] of colours) {
    const [red = 0, green = 0, blue = 0] = parts.map(part => Number.parseInt(part, 16))
    expect(green / red).toBeGreaterThan(0.7)
    expect(green / blue).toBeGreaterThan(1.2)
  }
})

test.each([
  [RESENT, replying(resendVerificationMail, { message: RESENT })],
  [NOT_RESENT, refusing(resendVerificationMail, 'resent-too-recently')],
])('the result of resending disappears after seven seconds: %s', async (text, reply) => {
  await resend(reply)
  await screen.findByText(text)
  act(() => vi.advanceTimersByTime(6_000))
  expect(screen.queryByText(text)).toBeTruthy()
  act(() => vi.advanceTimersByTime(1_000))
  expect(screen.queryByText(text)).toBeNull()
})

test('the banner disappears when the email turns out to be verified', async () => {
  const { server, person } = renderPage('/', {
    user: aUser({ emailVerified: false }),
    replies: [refusing(resendVerificationMail, 'email-already-verified')],
  })
  const resendButton = await screen.findByRole('button', button)
  server.answer(replying(readSession, { user: aUser() }))
  await person.click(resendButton)
  await waitFor(() => expect(screen.queryByRole('button', button)).toBeNull())
})
