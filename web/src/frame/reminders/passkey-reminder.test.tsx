import { confirmPassword } from '@blood-bank/contract/own-account/endpoints'
import { confirmWithPasskey, preparePasskeyConfirmation } from '@blood-bank/contract/passkeys/endpoints'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { readOverview } from '@blood-bank/contract/site/overview'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAdmin, aUser } from '../../testing/builders.ts'
import { OPTIONS, startPasskeys } from '../../testing/passkeys.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { accountReplies, overviewReplies, type Reply, refusing, replying } from '../../testing/replies.ts'

const due = (passkeyDue: 'add' | 'use') => replying(readSession, { user: aUser(), passkeyDue })

const open = (path: string, ...replies: Reply[]) =>
  renderPage(path, { replies: [...replies, ...accountReplies] })
const findBanner = async () => within(await screen.findByRole('region', { name: 'Passkey needed' }))

test('an admin who needs a passkey first is led from the admin area to their account', async () => {
  const { path, person } = open('/admin/overview', due('add'))
  await waitFor(() => expect(path()).toBe('/account#passkeys'))
  await screen.findByText(/With a passkey you sign in/)
  const heading = screen.getByRole('heading', { name: 'Passkeys' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  screen.getByRole('heading', { name: 'Account' }).focus()
  await person.click((await findBanner()).getByRole('link', { name: 'Go to your passkeys' }))
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test('a new admin enters the password where they are signed in, and the admin area is open', async () => {
  const { person, server } = open(
    '/privacy',
    replying(readSession, { user: aUser(), isPasswordDue: true }),
    replying(confirmPassword, undefined),
  )
  const banner = within(await screen.findByRole('region', { name: 'You are an admin now' }))
  await person.click(banner.getByRole('button', { name: 'Enter your password' }))
  await person.type(await screen.findByLabelText('Password'), 'correct horse')
  server.answer(replying(readSession, { user: anAdmin() }))
  await person.click(screen.getByRole('button', { name: 'Confirm' }))
  await screen.findByRole('link', { name: 'Admin Panel' })
  expect(server.callsTo(confirmPassword).map(({ body }) => body)).toEqual([{ password: 'correct horse' }])
  expect(screen.queryByRole('region', { name: 'You are an admin now' })).toBeNull()
})

test('an admin uses a passkey, and has the rights of an admin again', async () => {
  startPasskeys()
  const { person } = open(
    '/account',
    due('use'),
    replying(readSession, { user: anAdmin() }),
    replying(preparePasskeyConfirmation, OPTIONS),
    replying(confirmWithPasskey, undefined),
  )
  await person.click((await findBanner()).getByRole('button', { name: 'Use your passkey' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Passkey needed' })).toBeNull())
  await screen.findByRole('link', { name: 'Admin Panel' })
})

test('an admin area that is open when the site starts to need passkeys leads to the account', async () => {
  const { path } = open(
    '/admin/overview',
    replying(readSession, { user: anAdmin() }),
    // Each refused call fetches the session again.
    ...Array.from({ length: 5 }, () => due('use')),
    refusing(readOverview, 'admin-passkey-needed'),
    ...overviewReplies.filter(({ endpoint }) => endpoint !== readOverview),
  )
  await waitFor(() => expect(path()).toBe('/account#passkeys'))
})
