import { resetPassword, SUCCESS_MESSAGES } from '@blood-bank/contract/passwords/accounts'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../session/query-client.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { type Reply, refusing, replying } from '../../testing/replies.ts'
import { startStubServer } from '../../testing/stub-server.ts'
import { ResetPasswordPage } from './page.tsx'

const token = 'b'.repeat(43)

async function setPassword(password: string, ...replies: Reply[]) {
  const page = renderPage(`/reset-password#token=${token}`, { replies })
  const field = await screen.findByLabelText('New Password')
  if (password) await page.person.type(field, password)
  await page.person.click(screen.getByRole('button', { name: 'Set New Password' }))
  return page
}

test('a new password is set with the token of the link, which is removed from the URL at once', async () => {
  const { path, server } = await setPassword(
    'new secret',
    replying(resetPassword, { message: SUCCESS_MESSAGES.passwordReset }),
  )
  expect((await within(screen.getByRole('main')).findByRole('status')).textContent).toBe(
    'Your new password is set. Please sign in with it.',
  )
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  expect(server.callsTo(resetPassword)[0]?.body).toEqual({ token, newPassword: 'new secret' })
  await waitFor(() => expect(path()).toBe('/reset-password'))
})

test('an expired link says so, keeps the typed password, and offers a new link', async () => {
  await setPassword('new secret', refusing(resetPassword, 'link-not-valid'))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This link is no longer valid/)
  expect(screen.getByLabelText<HTMLInputElement>('New Password').value).toBe('new secret')
  const another = screen.getByRole('link', { name: 'Request a new one' })
  expect(another.getAttribute('href')).toBe('/forgot-password')
})

test('without a token a message replaces the form', async () => {
  renderPage('/reset-password')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The link is incomplete. Please open it again from the email.',
  )
  expect(screen.queryByLabelText('New Password')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
  screen.getByRole('link', { name: 'Request a new one' })
})

test('another link that is opened in the same tab asks for a new password again', async () => {
  startStubServer([replying(resetPassword, { message: SUCCESS_MESSAGES.passwordReset })])
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/reset-password#token=${token}`]} useTransitions={false}>
        <ResetPasswordPage />
        <Link to={`/reset-password#token=${'c'.repeat(43)}`}>Another link</Link>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const person = userEvent.setup()
  await person.type(await screen.findByLabelText('New Password'), 'new secret')
  await person.click(screen.getByRole('button', { name: 'Set New Password' }))
  await screen.findByRole('status')
  await person.click(screen.getByRole('link', { name: 'Another link' }))
  expect((await screen.findByLabelText<HTMLInputElement>('New Password')).value).toBe('')
})
