import { SAID, verifyEmail } from '@blood-bank/contract/accounts'
import { readSession } from '@blood-bank/contract/sessions'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser } from '../testing/builders.ts'
import { renderPage } from '../testing/render-page.tsx'
import { refusing, replying } from '../testing/replies.ts'

const token = 'a'.repeat(43)
const link = `/verify-email#token=${token}`
const verified = replying(verifyEmail, { message: SAID.emailVerified })
const button = () => screen.findByRole('button', { name: 'Verify Email' })

test('the secret leaves the address at once, and nothing is sent before the click', async () => {
  const { path, server } = renderPage(link)
  await button()
  await waitFor(() => expect(path()).toBe('/verify-email'))
  expect(server.callsTo(verifyEmail)).toHaveLength(0)
})

test('one click verifies a signed-in member, takes the banner away and leads on', async () => {
  const { person, server } = renderPage(link, { user: aUser({ emailVerified: false }), replies: [verified] })
  await screen.findByRole('button', { name: 'Resend Verification Email' })
  server.answer(replying(readSession, { user: aUser() }))
  await person.click(await button())
  expect((await screen.findByRole('link', { name: 'Go to Dashboard' })).getAttribute('href')).toBe(
    '/dashboard',
  )
  expect(screen.getByText('Your email address is verified. Thank you!')).toBeTruthy()
  expect(server.callsTo(verifyEmail)[0]?.body).toEqual({ token })
  expect(screen.queryByRole('button', { name: 'Resend Verification Email' })).toBeNull()
})

test('a person who is not signed in is led to the login', async () => {
  const { person } = renderPage(link, { replies: [verified] })
  await person.click(await button())
  expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe('/login')
})

test('a link that was used before says so, and how to get another', async () => {
  const { person } = renderPage(link, { replies: [refusing(verifyEmail, 'link-not-valid')] })
  await person.click(await button())
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This link is no longer valid/)
  expect(screen.getByText(/sign in and press Resend Verification Email/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Verify Email' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
})

test.each(['/verify-email', '/verify-email#token=cut-off'])(
  '%s has no button, but a word on what to do and the way there',
  async path => {
    renderPage(path)
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The link is incomplete. Please open it again from the email.',
    )
    expect(screen.queryByRole('button', { name: 'Verify Email' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
    screen.getByText(/sign in and press Resend Verification Email/)
    screen.getByRole('link', { name: 'Sign in' })
  },
)
