import { changePassword } from '@blood-bank/contract/own-account/endpoints'
import { SUCCESS_MESSAGES } from '@blood-bank/contract/passwords/accounts'
import { listOtherSessions, type OtherSession } from '@blood-bank/contract/sessions/endpoints'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anOtherSession, aPage, aUser } from '../../testing/builders.ts'
import { fillIn, renderPage, valueIn } from '../../testing/render-page.tsx'
import { accountReplies, type Reply, refusing, replying } from '../../testing/replies.ts'

const otherSessions = (...records: OtherSession[]) => replying(listOtherSessions, aPage(records))

async function change(current: string, next: string, ...replies: Reply[]) {
  const page = renderPage('/account', { user: aUser(), replies: [...replies, ...accountReplies] })
  await fillIn(page.person, { 'Current Password': current, 'New Password': next })
  await page.person.click(screen.getByRole('button', { name: 'Change password' }))
  return page
}

test('after a password change the fields are empty, the success is shown, and the other sessions are refetched', async () => {
  const { server } = await change(
    'old secret',
    'new secret',
    otherSessions(anOtherSession()),
    otherSessions(),
    replying(changePassword, { message: SUCCESS_MESSAGES.passwordChanged }),
  )
  await within(screen.getByRole('region', { name: 'Change password' })).findByText(
    SUCCESS_MESSAGES.passwordChanged,
  )
  expect(server.callsTo(changePassword).map(({ body }) => body)).toEqual([
    { currentPassword: 'old secret', newPassword: 'new secret' },
  ])
  expect([valueIn('Current Password'), valueIn('New Password')]).toEqual(['', ''])
  await screen.findByText("You aren't signed in anywhere else.")
})

test.each([
  ['', '', 'Please enter your current password and a new one.'],
  ['old secret', 'five!', 'Password should be at least 6 characters long.'],
])('changing «%s» to «%s» is refused before anything is sent', async (current, next, message) => {
  const { server } = await change(current, next)
  expect(screen.getByRole('alert').textContent).toBe(message)
  expect(server.callsTo(changePassword)).toEqual([])
})

test('a wrong current password is said, and the input stays', async () => {
  const message = 'This is not your current password. Please try again.'
  const fields = { currentPassword: message }
  await change('old secret', 'new secret', refusing(changePassword, 'wrong-password', { fields }))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect([valueIn('Current Password'), valueIn('New Password')]).toEqual(['old secret', 'new secret'])
})
