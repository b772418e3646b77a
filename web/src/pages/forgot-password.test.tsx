import { SAID, sendPasswordResetMail } from '@blood-bank/contract/accounts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { failing, type Reply, refusing, replying } from '../testing/replies.ts'

async function ask(email: string, ...replies: Reply[]) {
  const page = renderPage('/forgot-password', { replies })
  const field = await screen.findByLabelText('Email')
  if (email) await page.person.type(field, email)
  await page.person.click(screen.getByRole('button', { name: 'Send Password Reset Link' }))
  return page
}

const FAILED = 'Failed to send password reset email. Please try again, or ensure the email is correct.'

test('the reply is shown, whoever the address belongs to', async () => {
  const message = SAID.resetMailSent('rima@campus.edu')
  await ask('rima@campus.edu', replying(sendPasswordResetMail, { message }))
  expect((await screen.findByRole('status')).textContent).toBe(
    'If an account exists for rima@campus.edu, a password reset link has been sent. Please check your inbox (and spam folder).',
  )
})

test('an empty email is asked for', async () => {
  await ask('')
  expect(screen.getByRole('alert').textContent).toBe('Please enter your email address.')
})

test.each([
  ['without an answer', failing(sendPasswordResetMail)],
  ['refused', refusing(sendPasswordResetMail, 'too-many-attempts')],
])('a call that is %s says that the email was not sent', async (_, reply) => {
  await ask('rima@campus.edu', reply)
  expect((await screen.findByRole('alert')).textContent).toBe(FAILED)
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('rima@campus.edu')
})
