import {
  addressCorrectedMessage,
  correctAddress,
  SAME_ADDRESS,
} from '@blood-bank/contract/own-account/endpoints'
import { resendVerificationMail } from '@blood-bank/contract/passwords/accounts'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aUser } from '../../../testing/builders.ts'
import { fillIn, renderPage, valueIn } from '../../../testing/render-page.tsx'
import { type Reply, refusing, replying } from '../../../testing/replies.ts'
import { findDestination, forgetDestination } from '../destination.ts'

afterEach(forgetDestination)

const UNVERIFIED = aUser({ email: 'rima@capmus.edu', emailVerified: false })
const RIGHT = 'rima@campus.edu'

test.each([
  ['/post-request', 'posting a blood request', 'Post Request'],
  ['/register-donor', 'registering as a donor', 'Register as Donor'],
  ['/edit-donor-profile', 'updating your profile', 'Save Changes'],
])('with an unverified email the panel replaces the form of %s', async (path, what, button) => {
  renderPage(path, { user: UNVERIFIED })
  await screen.findByText(
    `Please verify your email address before ${what}. Check your inbox for a verification link.`,
  )
  screen.getByRole('heading', { name: 'Email Verification Required' })
  expect(screen.queryByRole('button', { name: button })).toBeNull()
})

async function renderPanel(...replies: Reply[]) {
  const page = renderPage('/post-request?bloodGroup=B-', { user: UNVERIFIED, replies })
  const panel = within(await screen.findByRole('region', { name: 'Email Verification Required' }))
  return { ...page, panel }
}

test('the panel names the address, and resends the email', async () => {
  const { person, panel, server } = await renderPanel(
    replying(resendVerificationMail, { message: 'Resent!' }),
  )
  panel.getByText('rima@capmus.edu')
  await person.click(panel.getByRole('button', { name: 'Resend Verification Email' }))
  await panel.findByText('Resent!')
  expect(server.callsTo(resendVerificationMail)).toHaveLength(1)
})

async function correct(email: string, ...replies: Reply[]) {
  const page = await renderPanel(...replies)
  await page.person.click(page.panel.getByRole('button', { name: 'Wrong address?' }))
  const field = await page.panel.findByLabelText('Email')
  expect(document.activeElement).toBe(field)
  await fillIn(page.person, { Email: email, Password: 'secret' })
  await page.person.click(page.panel.getByRole('button', { name: 'Correct my address' }))
  return page
}

test('somebody with a wrong address corrects it, signs in with the right one and is back', async () => {
  const { person, server, path } = await correct(
    RIGHT,
    replying(correctAddress, { message: addressCorrectedMessage(RIGHT) }),
    replying(signIn, { user: aUser() }),
  )
  await screen.findByRole('heading', { name: 'Sign In' })
  screen.getByText(addressCorrectedMessage(RIGHT))
  expect(server.callsTo(correctAddress)[0]?.body).toEqual({ email: RIGHT, password: 'secret' })
  expect(valueIn('Email')).toBe(RIGHT)
  expect(findDestination()).toBe('/post-request?bloodGroup=B-')
  await fillIn(person, { Password: 'secret' })
  await person.click(screen.getByRole('button', { name: 'Sign In' }))
  await waitFor(() => expect(path()).toBe('/post-request?bloodGroup=B-'))
})

test('the address that one has is no correction, and what was typed stays after a refusal', async () => {
  const message = 'This is not your current password. Please try again.'
  const { person, panel, server } = await correct(
    UNVERIFIED.email,
    refusing(correctAddress, 'wrong-password', { fields: { password: message } }),
  )
  expect((await panel.findByRole('alert')).textContent).toBe(SAME_ADDRESS)
  expect(server.callsTo(correctAddress)).toHaveLength(0)
  await fillIn(person, { Email: RIGHT })
  await person.click(panel.getByRole('button', { name: 'Correct my address' }))
  await panel.findByText(message)
  expect(valueIn('Email')).toBe(RIGHT)
  await person.click(panel.getByRole('button', { name: 'Cancel' }))
  expect(await panel.findByRole('button', { name: 'Wrong address?' })).toBe(document.activeElement)
})
