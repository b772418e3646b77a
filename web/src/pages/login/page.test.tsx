import { eraseOwnAccount, readOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { preparePasskeySignIn, signInWithPasskey } from '@blood-bank/contract/passkeys/endpoints'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import { OPTIONS, startPasskeys } from '../../testing/passkeys.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { dashboardReplies, type Reply, refusing, replying } from '../../testing/replies.ts'

const signInWith = (...replies: Reply[]) => signInAs('Rima@Campus.edu', ...replies)

async function signInAs(email: string, ...replies: Reply[]) {
  const page = renderPage('/login', { replies })
  await page.person.type(await screen.findByLabelText('Email'), email)
  await page.person.type(screen.getByLabelText('Password'), 'secret')
  await page.person.click(screen.getByRole('button', { name: 'Sign In' }))
  return page
}

const PREPARED = replying(preparePasskeySignIn, OPTIONS)

async function signInByPasskey(...replies: Reply[]) {
  const page = renderPage('/login', { replies: [PREPARED, ...replies] })
  await page.person.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
  return page
}

test.each([
  ['/dashboard', 'Please log in to view your dashboard.'],
  ['/post-request', 'Please log in to post a blood request.'],
])('after a redirect from %s the page says why', async (path, reason) => {
  renderPage(path)
  expect(await screen.findByText(reason)).toBeTruthy()
})

test('whatever is typed as an address is sent; wrong credentials show an error, and the input stays', async () => {
  const { path, server } = await signInAs("' or 1=1", refusing(signIn, 'wrong-credentials'))
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid email or password. Please try again.')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe("' or 1=1")
  expect(server.callsTo(signIn)[0]?.body).toEqual({ email: "' or 1=1", password: 'secret' })
  expect(path()).toBe('/login')
})

test('the typed address is taken along to resetting the password', async () => {
  const { person } = renderPage('/login')
  await person.type(await screen.findByLabelText('Email'), 'rima@campus.edu')
  await person.click(screen.getByRole('link', { name: 'Forgot your password?' }))
  await screen.findByRole('heading', { name: 'Reset Password' })
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('rima@campus.edu')
})

const SUSPENDED = 'This account is suspended. Please contact the administrators.'
const ACCOUNT = { email: 'rima@campus.edu', createdAt: '2026-01-05T08:00:00.000Z', consent: null }

test('a browser that blocks cookies is told so, in which a right password would lead back here', async () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
  renderPage('/login')
  await screen.findByText(/^Signing in needs cookies, which your browser blocks for this site\. /)
})

test.each([
  ['password', signInWith, signIn],
  ['passkey', signInByPasskey, signInWithPasskey],
] as const)(
  'a person who is suspended is told so at their %s, and can still download and erase their data',
  async (...row) => {
    const [, signInBy, endpoint] = row
    startPasskeys()
    const { person, server, path } = await signInBy(
      refusing(endpoint, 'account-suspended'),
      replying(readOwnAccount, ACCOUNT),
      replying(eraseOwnAccount, { message: 'Erased.' }),
    )
    expect((await screen.findByRole('alert')).textContent).toBe(SUSPENDED)
    await screen.findByRole('button', { name: 'Download my data' })
    const erasure = within(await screen.findByRole('region', { name: 'Erase account' }))
    await person.type(await erasure.findByLabelText('Password'), 'secret')
    erasure.getByText(/a new account with your address is suspended, too\.$/)
    await person.click(erasure.getByRole('button', { name: 'Erase my account' }))
    await person.click(await screen.findByRole('button', { name: 'Erase account' }))
    await waitFor(() => expect(path()).toBe('/'))
    expect(server.callsTo(eraseOwnAccount)[0]?.body).toEqual({ password: 'secret' })
  },
)

test('the next person to sign in does not see the account of the previous one', async () => {
  const { person } = await signInWith(
    refusing(signIn, 'account-suspended'),
    replying(readOwnAccount, ACCOUNT),
    refusing(signIn, 'wrong-credentials'),
  )
  await screen.findByRole('button', { name: 'Download my data' })
  await person.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByText('Invalid email or password. Please try again.')
  expect(screen.queryByRole('button', { name: 'Download my data' })).toBeNull()
})

test('a person signs in with a passkey without typing', async () => {
  startPasskeys()
  const { path, server } = await signInByPasskey(
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
  const { unmount } = await signInByPasskey()
  expect((await screen.findByRole('alert')).textContent).toContain('No passkey was used.')
  unmount()
  startPasskeys()
  await signInByPasskey(refusing(signInWithPasskey, 'passkey-not-accepted'))
  expect((await screen.findByRole('alert')).textContent).toContain('This passkey was not accepted.')
})

test('where the browser has no passkeys, none is offered', async () => {
  renderPage('/login')
  await screen.findByRole('button', { name: 'Sign In' })
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
})
