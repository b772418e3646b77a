import { SUCCESS_MESSAGES, sendPasswordResetMail } from '@blood-bank/contract/passwords/accounts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { type Reply, replying } from '../../testing/replies.ts'

async function requestLink(email: string, ...replies: Reply[]) {
  const page = renderPage('/forgot-password', { replies })
  const field = await screen.findByLabelText('Email')
  if (email) await page.person.type(field, email)
  await page.person.click(screen.getByRole('button', { name: 'Send Password Reset Link' }))
  return page
}

test('the reply is shown for every address', async () => {
  const message = SUCCESS_MESSAGES.resetMailSent('rima@campus.edu')
  await requestLink('rima@campus.edu', replying(sendPasswordResetMail, { message }))
  expect((await within(screen.getByRole('main')).findByRole('status')).textContent).toBe(
    'If an account exists for rima@campus.edu, a password reset link has been sent. Please check your inbox (and spam folder).',
  )
})

test('beside the reply the page says in general words that these emails are limited, for every address', async () => {
  const limit = /^To keep mailboxes from being flooded, we limit how many of these emails go to one address\./
  for (const email of ['rima@campus.edu', 'nobody@campus.edu']) {
    const message = SUCCESS_MESSAGES.resetMailSent(email)
    const page = await requestLink(email, replying(sendPasswordResetMail, { message }))
    await screen.findByText(limit)
    page.unmount()
  }
})

test.each(['rima'])(
  'the invalid address «%s» shows the error of the specification, with a hint at the field',
  async typed => {
    const { server } = await requestLink(typed)
    expect(screen.getByRole('alert').textContent).toBe(
      'Failed to send password reset email. Please try again, or ensure the email is correct.',
    )
    const field = screen.getByLabelText<HTMLInputElement>('Email')
    expect([field.getAttribute('aria-invalid'), field.value]).toEqual(['true', typed])
    screen.getByText('Please enter a valid email address.')
    expect(server.callsTo(sendPasswordResetMail)).toEqual([])
  },
)
