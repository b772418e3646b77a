import { resendVerificationMail } from '@blood-bank/contract/accounts'
import { readSession } from '@blood-bank/contract/sessions'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { failing, type Reply, refusing, replying } from '../../testing/replies.ts'

const RESENT = 'Verification email resent! Please check your inbox (and spam folder).'
const NOT_RESENT =
  'Failed to resend verification email. You may have resent too recently, or an error occurred.'
const button = { name: 'Resend Verification Email' }

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))

async function resend(reply: Reply) {
  const page = renderPage('/', { user: aUser({ emailVerified: false }), replies: [reply] })
  await page.person.click(await screen.findByRole('button', button))
  return page
}

test('a person with a verified address is not reminded', async () => {
  renderPage('/', { user: aUser() })
  await screen.findByRole('link', { name: 'Find a Donor' })
  expect(screen.queryByRole('button', button)).toBeNull()
})

test('the result of a resending disappears after seven seconds', async () => {
  await resend(replying(resendVerificationMail, { message: RESENT }))
  expect((await screen.findByText(RESENT)).getAttribute('role')).toBe('status')
  act(() => vi.advanceTimersByTime(6_000))
  expect(screen.queryByText(RESENT)).toBeTruthy()
  act(() => vi.advanceTimersByTime(1_000))
  expect(screen.queryByText(RESENT)).toBeNull()
})

test.each([
  ['refused', refusing(resendVerificationMail, 'resent-too-recently')],
  ['without an answer', failing(resendVerificationMail)],
])('a resending that is %s says so, and that disappears, too', async (_, reply) => {
  await resend(reply)
  expect(await screen.findByText(NOT_RESENT)).toBeTruthy()
  act(() => vi.advanceTimersByTime(7_000))
  expect(screen.queryByText(NOT_RESENT)).toBeNull()
})

test('the banner goes when the address turns out to be verified', async () => {
  const { server, person } = renderPage('/', {
    user: aUser({ emailVerified: false }),
    replies: [refusing(resendVerificationMail, 'email-already-verified')],
  })
  const resendButton = await screen.findByRole('button', button)
  server.answer(replying(readSession, { user: aUser() }))
  await person.click(resendButton)
  await waitFor(() => expect(screen.queryByRole('button', button)).toBeNull())
})
