import { removePushDevice } from '@blood-bank/contract/alerts/push-devices'
import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { SUCCESS_MESSAGES } from '@blood-bank/contract/passwords/accounts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { saveDevice } from '../../device/push/subscription.ts'
import { findDraft, saveDraft } from '../../forms/drafts.ts'
import { aUser } from '../../testing/builders.ts'
import { startMemoryCaches } from '../../testing/memory-caches.ts'
import { aPublicKey } from '../../testing/push.ts'
import { fillIn, renderPage, valueIn } from '../../testing/render-page.tsx'
import { accountReplies, type Reply, refusing, replying } from '../../testing/replies.ts'
import { startServiceWorkers } from '../../testing/service-worker.ts'

/** Opens the page, types the password and presses the button that opens the dialog. */
async function openDialog(password: string, ...replies: Reply[]) {
  const page = renderPage('/account', { user: aUser(), replies: [...replies, ...accountReplies] })
  await fillIn(page.person, { Password: password })
  await page.person.click(screen.getByRole('button', { name: 'Erase my account' }))
  return page
}

const findDialog = async () => within(await screen.findByRole('alertdialog', { name: 'Erase your account?' }))

async function erase(...replies: Reply[]) {
  const page = await openDialog('secret', ...replies)
  await page.person.click((await findDialog()).getByRole('button', { name: 'Erase account' }))
  return page
}

test('a person who erases their account is signed out, and the landing page confirms it', async () => {
  saveDraft(aUser().id, 'post-request', { patientName: 'Karim' })
  const { server, path, person } = await erase(
    replying(eraseOwnAccount, { message: SUCCESS_MESSAGES.accountErased }),
  )
  expect((await screen.findByText(SUCCESS_MESSAGES.accountErased)).getAttribute('role')).toBe('status')
  await screen.findByRole('link', { name: 'Join Us' })
  expect(path()).toBe('/')
  expect(server.callsTo(eraseOwnAccount).map(({ body }) => body)).toEqual([{ password: 'secret' }])
  expect(findDraft(aUser().id, 'post-request')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(SUCCESS_MESSAGES.accountErased)).toBeNull()
})

test('erasing the account ends notifications on this device', async () => {
  startMemoryCaches()
  const push = { permission: 'granted' as const, subscribedFor: aPublicKey(1) }
  const workers = startServiceWorkers({ isControlling: true, push })
  await saveDevice({ id: aUser().id, userId: aUser().id })
  await erase(
    replying(eraseOwnAccount, { message: SUCCESS_MESSAGES.accountErased }),
    refusing(removePushDevice, 'not-signed-in'),
  )
  await screen.findByText(SUCCESS_MESSAGES.accountErased)
  expect([workers.push?.endpoint(), workers.isRegistered()]).toEqual([null, false])
})

test('cancelling, or leaving the page while it asks, erases nothing', async () => {
  const { server, queryClient, path, person } = await openDialog('secret')
  const dialog = await findDialog()
  dialog.getByText(/^Everything stored for rima@campus.edu will be deleted permanently/)
  await person.click(dialog.getByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(valueIn('Password')).toBe('secret')
  await person.click(screen.getByRole('button', { name: 'Erase my account' }))
  await findDialog()
  expect(queryClient.isMutating()).toBe(1)
  // As by the Back button: the dialog hides the page.
  fireEvent.click(screen.getByRole('link', { name: 'Home', hidden: true }))
  await waitFor(() => expect(path()).toBe('/'))
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(server.callsTo(eraseOwnAccount)).toEqual([])
})

test('without a password no dialog opens', async () => {
  await openDialog('')
  expect(screen.getByRole('alert').textContent).toBe('Please enter your password.')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test.each([
  [
    'a wrong password',
    refusing(eraseOwnAccount, 'wrong-password', {
      fields: { password: 'This is not your current password. Please try again.' },
    }),
    'This is not your current password. Please try again.',
  ],
  [
    'being the last admin',
    refusing(eraseOwnAccount, 'last-admin'),
    'There must be at least one admin. Make someone else an admin first.',
  ],
  [
    'a session of an admin without a passkey',
    refusing(eraseOwnAccount, 'admin-passkey-needed'),
    /^Admins of this site need a passkey\./,
  ],
] as const)('%s shows an error, and the page stays unchanged', async (_, reply, message) => {
  const { path, person } = await erase(reply)
  expect((await screen.findByRole('alert')).textContent).toMatch(message)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(path()).toBe('/account')
  expect(valueIn('Password')).toBe('secret')
  await person.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})
