import { listActiveBloodRequests, readBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { readSharedBloodRequest } from '@blood-bank/contract/blood-requests/share-pages'
import { CONSENT, CONSENT_POINT } from '@blood-bank/contract/own-account/consent'
import { registerAccount, SUCCESS_MESSAGES } from '@blood-bank/contract/passwords/accounts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { findDestination, forgetDestination } from '../../features/accounts/destination.ts'
import { aUser } from '../../testing/builders.ts'
import { fillIn, renderPage } from '../../testing/render-page.tsx'
import { hanging, type Reply, replying } from '../../testing/replies.ts'

afterEach(forgetDestination)

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
  expect(document.title).toBe('Check your email · University Blood Bank')
  const heading = screen.getByRole('heading', { level: 1, name: 'Check your email' })
  expect(document.activeElement).toBe(heading)
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  expect(server.callsTo(registerAccount)[0]?.body).toEqual({ email: 'rima@campus.edu', password: 'secret' })
})

test('somebody who sees that the address is wrong, also after a reload, corrects it', async () => {
  const registered = replying(registerAccount, { message: SUCCESS_MESSAGES.registered })
  const { reload } = await register('secret', registered)
  await screen.findByText(/^Sent to rima@campus\.edu\./)
  const { person, server } = reload({ replies: [registered] })
  await screen.findByRole('heading', { level: 1, name: 'Check your email' })
  screen.getByText(/^Sent to rima@campus\.edu\./)
  await person.click(screen.getByRole('button', { name: 'Wrong address?' }))
  const email = await screen.findByLabelText<HTMLInputElement>('Email')
  expect(email.value).toBe('rima@campus.edu')
  await fillIn(person, { Email: 'rima@example.edu', Password: 'secret' })
  await person.click(screen.getByRole('button', { name: 'Create Account' }))
  await screen.findByText(/^Sent to rima@example\.edu\./)
  expect(server.callsTo(registerAccount)[0]?.body).toMatchObject({ email: 'rima@example.edu' })
})

test('the hint of the password shows the minimum length and the strength', async () => {
  const { person } = renderPage('/register')
  const password = await screen.findByLabelText('Password')
  const hint = () => document.getElementById(password.getAttribute('aria-describedby') ?? '')?.textContent
  expect(hint()).toMatch(/^At least 6 characters,/)
  await person.type(password, 'secret')
  expect(hint()).toMatch(/This password is weak\.$/)
})

test('the consent is one sentence above the button, and unfolds to its three points', async () => {
  const { person } = renderPage('/register')
  await screen.findByLabelText('Password')
  screen.getByText(/^By creating an account you agree that/)
  const fold = screen.getByText('Read the three points')
  expect(fold.closest('details')?.open).toBe(false)
  await person.click(fold)
  const points = within(screen.getByRole('main')).getAllByRole('listitem')
  expect(points).toHaveLength(3)
  for (const { textContent } of points) expect(CONSENT.text).toContain(`\n${CONSENT_POINT}${textContent}`)
  expect(screen.queryByRole('checkbox')).toBeNull()
})

const SHARED = `/register?request=0192f0c1-0000-7000-8000-0000000000aa&shared=${'a'.repeat(26)}`
const THE_REQUEST = '/view-requests?request=0192f0c1-0000-7000-8000-0000000000aa'

test('a visitor of a public page keeps its request in view, and comes back to it', async () => {
  const { person, path, server } = renderPage(SHARED, {
    replies: [
      replying(readSharedBloodRequest, {
        requiredBloodGroup: 'O+',
        component: 'blood',
        hospital: 'Square Hospital',
      }),
      replying(registerAccount, { message: SUCCESS_MESSAGES.registered }),
    ],
  })
  const card = async () => (await screen.findByText('Square Hospital')).closest('[data-shown]')?.textContent
  expect(await card()).toBe('O+Square Hospital is waiting. You come back to it.')
  expect(server.callsTo(readSharedBloodRequest)).toHaveLength(1)
  await person.click(within(screen.getByRole('main')).getByRole('link', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'Sign In' })
  expect(await card()).toContain('is waiting')
  await person.click(screen.getByRole('link', { name: 'Sign up' }))
  await screen.findByRole('heading', { name: 'Create Account' })
  expect(path()).toBe(SHARED)
  await fillIn(person, { Email: 'rima@campus.edu', Password: 'secret' })
  await person.click(screen.getByRole('button', { name: 'Create Account' }))
  await screen.findByRole('heading', { name: 'Check your email' })
  expect(findDestination()).toBe(THE_REQUEST)
})

test('a member is led from the public page to its request', async () => {
  const replies = [hanging(readBloodRequest), hanging(listActiveBloodRequests)]
  const { path } = renderPage(SHARED, { user: aUser(), replies })
  await waitFor(() => expect(path()).toBe(THE_REQUEST))
})
