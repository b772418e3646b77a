import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressCorrectedMessage, correctAddress } from '@blood-bank/contract/own-account/endpoints'
import { resendVerificationMail } from '@blood-bank/contract/passwords/accounts'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { readCharts, readOverview } from '@blood-bank/contract/site/overview'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import { primaryNames } from '../../testing/page-texts.ts'
import { fillIn, valueIn } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { failing, hanging, type Reply, refusing, replying } from '../../testing/replies.ts'
import { sample } from '../../testing/test-scope.ts'

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

test('a person with a verified address is not reminded', async () => {
  renderPage('/', { user: aUser() })
  await screen.findByRole('link', { name: 'Find a Donor' })
  await waitForLazyParts()
  expect(screen.queryByRole('button', button)).toBeNull()
})

test('a visitor is not reminded', async () => {
  renderPage('/')
  await screen.findByRole('link', { name: 'Become a Donor' })
  await waitForLazyParts()
  expect(screen.queryByRole('button', button)).toBeNull()
})

test('a person with an unverified address is reminded on every page of the main site', async () => {
  const { person } = renderPage('/', { user: aUser({ emailVerified: false }) })
  await screen.findByRole('button', button)
  await person.click(screen.getByRole('link', { name: 'Post Request' }))
  await screen.findByRole('heading', { name: 'Post a blood request' })
  within(screen.getByRole('region', { name: 'Email not verified' })).getByRole('button', button)
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

test('the result of resending disappears after seven seconds', async () => {
  await resend(replying(resendVerificationMail, { message: RESENT }))
  expect((await screen.findByText(RESENT)).getAttribute('role')).toBe('status')
  act(() => vi.advanceTimersByTime(6_000))
  expect(screen.queryByText(RESENT)).toBeTruthy()
  act(() => vi.advanceTimersByTime(1_000))
  expect(screen.queryByText(RESENT)).toBeNull()
})

test.each(
  sample(1, [
    ['refused', refusing(resendVerificationMail, 'resent-too-recently')],
    ['failed', failing(resendVerificationMail)],
  ]),
)('a %s resend shows an error, which disappears, too', async (_, reply) => {
  await resend(reply)
  expect(await screen.findByText(NOT_RESENT)).toBeTruthy()
  act(() => vi.advanceTimersByTime(7_000))
  expect(screen.queryByText(NOT_RESENT)).toBeNull()
})

test('a wrong address is corrected in the banner, on a page that asks for nothing, too', {
  tags: 'long',
}, async () => {
  const right = 'rima@campus.edu'
  const { person, path, server } = renderPage('/', {
    user: aUser({ email: 'rima@capmus.edu', emailVerified: false }),
    replies: [replying(correctAddress, { message: addressCorrectedMessage(right) })],
  })
  const wrongAddress = { name: 'Wrong address?' }
  await person.click(await screen.findByRole('button', wrongAddress))
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('rima@capmus.edu')
  expect(primaryNames()).toEqual(['Find a Donor'])
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByRole('button', button)
  expect(screen.getByRole('button', wrongAddress)).toBe(document.activeElement)
  await person.click(screen.getByRole('button', wrongAddress))
  await fillIn(person, { Email: right, Password: 'secret' })
  await person.click(screen.getByRole('button', { name: 'Correct my address' }))
  await screen.findByRole('heading', { name: 'Sign In' })
  screen.getByText(addressCorrectedMessage(right))
  expect(server.callsTo(correctAddress)[0]?.body).toEqual({ email: right, password: 'secret' })
  expect(path()).toBe('/login')
  expect(valueIn('Email')).toBe(right)
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
