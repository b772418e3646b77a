import { resetPassword, SUCCESS_MESSAGES, verifyEmail } from '@blood-bank/contract/passwords/accounts'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import {
  findDestination,
  forgetDestination,
  rememberDestination,
} from '../../features/accounts/destination.ts'
import { aUser } from '../../testing/builders.ts'
import { renderPage, valueIn } from '../../testing/render-page.tsx'
import { refusing, replying } from '../../testing/replies.ts'

afterEach(forgetDestination)

const token = 'a'.repeat(43)
const link = `/verify-email#token=${token}`
const verified = replying(verifyEmail, {
  message: SUCCESS_MESSAGES.emailVerified,
  email: 'rima@campus.edu',
})
/** The link to a page among what comes next. */
const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
const button = () => screen.findByRole('button', { name: 'Verify Email' })

test('the token is removed from the URL at once, and nothing is sent before the click', async () => {
  const { path, server } = renderPage(link)
  await button()
  await waitFor(() => expect(path()).toBe('/verify-email'))
  expect(server.callsTo(verifyEmail)).toHaveLength(0)
})

test('one click verifies a signed-in member, removes the banner, and offers the next step', async () => {
  const { person, server } = renderPage(link, { user: aUser({ emailVerified: false }), replies: [verified] })
  await screen.findByRole('button', { name: 'Resend Verification Email' })
  server.answer(replying(readSession, { user: aUser() }))
  await person.click(await button())
  expect(await hrefOf('Go to Dashboard')).toBe('/dashboard')
  expect(await hrefOf('Post a Request')).toBe('/post-request')
  expect(await hrefOf('Register as Donor')).toBe('/register-donor')
  expect(screen.getByText('Email verified.')).toBeTruthy()
  expect(document.title).toBe('Your email is verified · University Blood Bank')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your email is verified' }))
  expect(server.callsTo(verifyEmail).map(({ body }) => body)).toEqual([{ token }])
  expect(screen.queryByRole('button', { name: 'Resend Verification Email' })).toBeNull()
})

test('a person who is not signed in goes by the login page, which knows the address', async () => {
  const { person } = renderPage(link, { replies: [verified] })
  await person.click(await button())
  expect(await hrefOf('Sign in')).toBe('/login')
  await person.click(await screen.findByRole('link', { name: 'Post a Request' }))
  await screen.findByText('Please log in to post a blood request.')
  expect(valueIn('Email')).toBe('rima@campus.edu')
})

test.each([
  [{ pathname: '/post-request', search: '?bloodGroup=B-' }, 'Post a Request'],
  [{ pathname: '/register-donor', search: '?bloodGroup=B-' }, 'Register as Donor'],
  [{ pathname: '/view-requests', search: '?request=1' }, 'Continue'],
])('somebody who came for %j, and is not signed in, gets there first, once', async (destination, label) => {
  rememberDestination(destination)
  renderPage(link, { replies: [verified] })
  expect(await hrefOf(label)).toBe('/login')
  const [first] = within(screen.getByRole('main')).getAllByRole('link')
  expect(first?.textContent).toBe(label)
  expect(findDestination()).toBeNull()
})

test('in the browser that registered for nothing in particular, the page offers what is next', async () => {
  rememberDestination(null)
  const { server } = renderPage(link, { replies: [verified] })
  await screen.findByRole('heading', { name: 'Your email is verified' })
  expect(server.callsTo(verifyEmail)).toHaveLength(1)
  expect(await hrefOf('Post a Request')).toBe('/login')
})

test('whoever has another account with the mailbox is led to it', async () => {
  const { person } = renderPage(link, { replies: [refusing(verifyEmail, 'mailbox-has-account')] })
  await person.click(await button())
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^This mailbox already has an account here. Sign in with it, or ask an admin\./,
  )
  expect(await hrefOf('Sign in')).toBe('/login')
  expect(screen.queryByText(/Resend Verification Email/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Verify Email' })).toBeNull()
})

test('a used link says so, and how to get a new one', async () => {
  const { person } = renderPage(link, { replies: [refusing(verifyEmail, 'link-not-valid')] })
  await person.click(await button())
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This link is no longer valid/)
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(screen.getByText(/sign in and press Resend Verification Email/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Verify Email' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
})

test('whoever came for a page goes on to it, where a line says that the email is verified, until they leave', async () => {
  rememberDestination({ pathname: '/privacy', search: '' })
  const user = aUser({ emailVerified: false })
  const { person, path } = renderPage(link, {
    user,
    replies: [verified, replying(readSession, { user: aUser() })],
  })
  const said = await screen.findByText('Email verified.')
  expect([path(), said.getAttribute('role')]).toEqual(['/privacy', 'status'])
  expect(said.closest('main')).toBeNull()
  await person.click(screen.getByRole('link', { name: 'Help' }))
  await waitFor(() => expect(said.isConnected).toBe(false))
})

test('a reload after verifying says that the email is verified, and leads on', async () => {
  renderPage('/verify-email', { user: aUser() })
  await screen.findByRole('heading', { level: 1, name: 'Your email is verified' })
  expect(document.title).toBe('Your email is verified · University Blood Bank')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText(/Resend Verification Email/)).toBeNull()
  expect(await hrefOf('Go to Dashboard')).toBe('/dashboard')
})

test('a verified member who opens the used link again reads the same, without a press', async () => {
  renderPage(link, { user: aUser(), replies: [refusing(verifyEmail, 'link-not-valid')] })
  await screen.findByRole('heading', { level: 1, name: 'Your email is verified' })
  expect(screen.queryByText(/no longer valid/)).toBeNull()
  expect(await hrefOf('Post a Request')).toBe('/post-request')
})

test('a verified member who opens the link of another account is asked for its password', async () => {
  renderPage(link, { user: aUser(), replies: [refusing(verifyEmail, 'password-needed')] })
  await screen.findByLabelText('Password')
  screen.getByRole('heading', { level: 1, name: 'Verify your email' })
})

async function openInAnotherBrowser() {
  const page = renderPage(link, { replies: [refusing(verifyEmail, 'password-needed')] })
  await page.person.click(await button())
  const password = await screen.findByLabelText<HTMLInputElement>('Password')
  screen.getByText('To verify your email address in this browser, enter the password of your account.')
  return { ...page, password }
}

test('in another browser the page asks for the password, which verifies the email and signs in', async () => {
  const { person, server, password } = await openInAnotherBrowser()
  expect(document.activeElement).toBe(password)
  server.answer(verified)
  server.answer(replying(readSession, { user: aUser() }))
  await person.type(password, 'correct horse')
  await person.click(await button())
  await screen.findByText('Email verified.')
  expect(server.callsTo(verifyEmail).at(-1)?.body).toEqual({ token, password: 'correct horse' })
  expect(await hrefOf('Go to Dashboard')).toBe('/dashboard')
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
})

test('without a password nothing is sent; a wrong one shows an error at its field, and the input stays', async () => {
  const { person, server, password } = await openInAnotherBrowser()
  await person.click(await button())
  expect(screen.getByRole('alert').textContent).toBe('Password is required.')
  expect(server.callsTo(verifyEmail)).toHaveLength(1)
  const message = 'This is not your current password. Please try again.'
  server.answer(refusing(verifyEmail, 'wrong-password', { fields: { password: message } }))
  await person.type(password, 'not this one')
  await person.click(await button())
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(password.value).toBe('not this one')
  expect(password.getAttribute('aria-invalid')).toBe('true')
})

test.each([
  ['mailbox-has-account', /^This mailbox already has an account here/],
  ['link-not-valid', /^This link is no longer valid/],
] as const)('a refusal that no password changes (%s) leads on from its form', async (code, message) => {
  const { person, server, password } = await openInAnotherBrowser()
  server.answer(refusing(verifyEmail, code))
  await person.type(password, 'correct horse')
  await person.click(await button())
  await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull())
  expect(screen.getByRole('alert').textContent).toMatch(message)
  expect(await hrefOf('Sign in')).toBe('/login')
  expect(screen.queryByRole('button', { name: 'Choose your own password' })).toBeNull()
})

test('a person who did not create the account sets a password with the same link', async () => {
  const { person, server } = await openInAnotherBrowser()
  screen.getByText("Didn't create this account?")
  await person.click(screen.getByRole('button', { name: 'Choose your own password' }))
  await person.click(screen.getByRole('button', { name: 'Back' }))
  screen.getByLabelText('Password')
  await person.click(screen.getByRole('button', { name: 'Choose your own password' }))
  expect(document.activeElement).toBe(screen.getByLabelText('New Password'))
  server.answer(replying(resetPassword, { message: SUCCESS_MESSAGES.passwordReset }))
  await person.type(screen.getByLabelText('New Password'), 'my own secret')
  await person.click(screen.getByRole('button', { name: 'Set New Password' }))
  await screen.findByText('Your new password is set. Please sign in with it.')
  expect(server.callsTo(resetPassword)[0]?.body).toEqual({ token, newPassword: 'my own secret' })
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
})

test.each(['#token%3D', '#token=3D', '#fbclid=IwAR0&token=%E2%80%8B', '?token='])(
  'the token is read after %s, too, and removed from the URL',
  async join => {
    const { person, path, server } = renderPage(`/verify-email${join}${token.slice(1)}%20a).&utm_source=x`, {
      replies: [verified],
    })
    await person.click(await button())
    expect(server.callsTo(verifyEmail)[0]?.body).toEqual({ token })
    expect(path()).toBe('/verify-email')
  },
)

test.each(['/verify-email', '/verify-email#token=cut-off'])(
  '%s has no button, but says what to do and has a link for it',
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
