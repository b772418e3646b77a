import { signIn } from '@blood-bank/contract/sessions'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser } from '../testing/builders.ts'
import { dashboardReplies } from '../testing/dashboard-replies.ts'
import { renderPage } from '../testing/render-page.tsx'
import { type Reply, refusing, replying } from '../testing/replies.ts'

async function signInWith(...replies: Reply[]) {
  const page = renderPage('/login', { replies })
  await page.person.type(await screen.findByLabelText('Email'), 'Rima@Campus.edu')
  await page.person.type(screen.getByLabelText('Password'), 'secret')
  await page.person.click(screen.getByRole('button', { name: 'Sign In' }))
  return page
}

test.each([
  ['/dashboard', 'Please log in to view your dashboard.'],
  ['/post-request', 'Please log in to post a blood request.'],
])('whoever was sent here from %s is told why', async (path, reason) => {
  renderPage(path)
  expect(await screen.findByText(reason)).toBeTruthy()
})

test('signing in leads to the dashboard', async () => {
  const { path, server } = await signInWith(replying(signIn, { user: aUser() }), ...dashboardReplies)
  await waitFor(() => expect(path()).toBe('/dashboard'))
  expect(server.callsTo(signIn)[0]?.body).toEqual({ email: 'rima@campus.edu', password: 'secret' })
})

test('wrong credentials are told, and what was typed stays', async () => {
  const { path } = await signInWith(refusing(signIn, 'wrong-credentials'))
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid email or password. Please try again.')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('Rima@Campus.edu')
  expect(path()).toBe('/login')
})

test('other failures show the words of the service', async () => {
  await signInWith(refusing(signIn, 'too-many-attempts'))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Too many attempts. Please wait a moment and try again.',
  )
})

test('email and password are both needed', async () => {
  const { person } = renderPage('/login')
  await person.click(await screen.findByRole('button', { name: 'Sign In' }))
  expect(screen.getByRole('alert').textContent).toBe('Please enter your email address and your password.')
})

test('there is a way for those who forgot and for those who are new', async () => {
  renderPage('/login')
  const forgot = await screen.findByRole('link', { name: 'Forgot your password?' })
  expect(forgot.getAttribute('href')).toBe('/forgot-password')
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/register')
})
