import { eraseOwnAccount, readOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { preparePasskeySignIn, signInWithPasskey } from '@blood-bank/contract/passkeys/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import { OPTIONS, startPasskeys } from '../../testing/passkeys.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { dashboardReplies, type Reply, refusing, replying } from '../../testing/replies.ts'

const PREPARED = replying(preparePasskeySignIn, OPTIONS)

async function signInWith(...replies: Reply[]) {
  const page = renderPage('/login', { replies: [PREPARED, ...replies] })
  await page.person.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
  return page
}

test('a person signs in with a passkey without typing', async () => {
  startPasskeys()
  const { path, server } = await signInWith(
    replying(signInWithPasskey, { user: aUser() }),
    ...dashboardReplies,
  )
  await waitFor(() => expect(path()).toBe('/dashboard'))
  expect(server.callsTo(signInWithPasskey)[0]?.body).toMatchObject({
    credentialId: 'aWQ',
    userHandle: 'aGFuZGxl',
  })
})

test('a person who cancels, or whose passkey is not accepted, reads what to do', async () => {
  startPasskeys({ error: 'NotAllowedError' })
  const { unmount } = await signInWith()
  expect((await screen.findByRole('alert')).textContent).toContain('No passkey was used.')
  unmount()
  startPasskeys()
  await signInWith(refusing(signInWithPasskey, 'passkey-not-accepted'))
  expect((await screen.findByRole('alert')).textContent).toContain('This passkey was not accepted.')
})

test('a suspended person is told so, and can download and erase their data', async () => {
  startPasskeys()
  const account = { email: 'rima@campus.edu', createdAt: '2026-01-05T08:00:00.000Z', consent: null }
  await signInWith(
    refusing(signInWithPasskey, 'account-suspended'),
    replying(readOwnAccount, account),
    replying(eraseOwnAccount, { message: 'Erased.' }),
  )
  expect((await screen.findByRole('alert')).textContent).toContain('This account is suspended.')
  await screen.findByRole('button', { name: 'Download my data' })
})

test('where the browser has no passkeys, none is offered', async () => {
  renderPage('/login')
  await screen.findByRole('button', { name: 'Sign In' })
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
})
