import { CONSENT, CONSENT_POINT } from '@blood-bank/contract/own-account/consent'
import { registerAccount, SUCCESS_MESSAGES } from '@blood-bank/contract/passwords/accounts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fillIn } from '../../testing/fill-in.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { type Reply, refusing, replying } from '../../testing/replies.ts'

async function register(password: string, ...replies: Reply[]) {
  const page = renderPage('/register', { replies })
  await page.person.type(await screen.findByLabelText('Email'), 'rima@campus.edu')
  await page.person.type(screen.getByLabelText('Password'), password)
  await page.person.click(screen.getByRole('button', { name: 'Create Account' }))
  return page
}

test('a new member is told to check their email, and the form is gone', async () => {
  const { server } = await register(
    'secret',
    replying(registerAccount, { message: SUCCESS_MESSAGES.registered }),
  )
  expect((await within(screen.getByRole('main')).findByRole('status')).textContent).toBe(
    'Registration successful! A verification email has been sent to your email address. Please check your inbox (and spam folder) and click the link to verify your email.',
  )
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  expect(server.callsTo(registerAccount)[0]?.body).toEqual({ email: 'rima@campus.edu', password: 'secret' })
})

test('somebody who sees that the address is wrong corrects it', async () => {
  const { person, server } = await register(
    'secret',
    replying(registerAccount, { message: SUCCESS_MESSAGES.registered }),
  )
  await screen.findByText('We sent it to rima@campus.edu.')
  await person.click(screen.getByRole('button', { name: 'Wrong address?' }))
  const email = await screen.findByLabelText<HTMLInputElement>('Email')
  expect(email.value).toBe('rima@campus.edu')
  await fillIn(person, { Email: 'rima@example.edu', Password: 'secret' })
  await person.click(screen.getByRole('button', { name: 'Create Account' }))
  await screen.findByText('We sent it to rima@example.edu.')
  expect(server.callsTo(registerAccount)[1]?.body).toMatchObject({ email: 'rima@example.edu' })
})

test('a password of five characters is too short', async () => {
  await register('secre')
  expect(screen.getByRole('alert').textContent).toBe('Password should be at least 6 characters long.')
})

test("the server's message is shown for a refusal", async () => {
  await register('secret', refusing(registerAccount, 'email-domain-not-allowed'))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Please use the email address that your university gave you.',
  )
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('secret')
})

test('the hint of the password shows the minimum length and the strength', async () => {
  const { person } = renderPage('/register')
  const password = await screen.findByLabelText('Password')
  const hint = () => document.getElementById(password.getAttribute('aria-describedby') ?? '')?.textContent
  expect(hint()).toMatch(/^Use at least 6 characters\./)
  await person.type(password, 'secret')
  expect(hint()).toMatch(/This password is weak\.$/)
})

test('the consent is beside the button, in three points', async () => {
  renderPage('/register')
  await screen.findByLabelText('Password')
  const points = within(screen.getByRole('main')).getAllByRole('listitem')
  expect(points).toHaveLength(3)
  for (const { textContent } of points) expect(CONSENT.text).toContain(`\n${CONSENT_POINT}${textContent}`)
  expect(screen.queryByRole('checkbox')).toBeNull()
})
