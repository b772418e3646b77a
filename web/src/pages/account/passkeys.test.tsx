import {
  addPasskey,
  confirmWithPasskey,
  listPasskeys,
  type Passkey,
  prepareNewPasskey,
  preparePasskeyConfirmation,
  removePasskey,
  renamePasskey,
} from '@blood-bank/contract/passkeys/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import { aPasskey, NEW_OPTIONS, OPTIONS, startPasskeys } from '../../testing/passkeys.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { accountReplies, failing, type Reply, refusing, replying } from '../../testing/replies.ts'

const passkeys = (...some: Passkey[]) => replying(listPasskeys, { passkeys: some })
const PHONE = aPasskey({ name: 'My phone', lastUsedAt: '2026-03-05T08:00:00.000Z' })

async function open(replies: Reply[], user = aUser()) {
  const page = renderPage('/account', { user, replies: [...replies, ...accountReplies] })
  // The section is loaded later, and replaces one that looks like it.
  await screen.findByText(/With a passkey you sign in/)
  const section = within(screen.getByRole('region', { name: 'Passkeys' }))
  return { ...page, section }
}

test('a person adds a passkey, which is then in the list', async () => {
  const create = startPasskeys()
  const { person, section, server } = await open([
    passkeys(),
    passkeys(aPasskey()),
    replying(prepareNewPasskey, NEW_OPTIONS),
    replying(addPasskey, aPasskey()),
  ])
  await person.click(await section.findByRole('button', { name: 'Add a passkey' }))
  await screen.findByText('Passkey “Chrome on Android” added. We emailed you about it.')
  await section.findByText('Chrome on Android')
  expect(create).toHaveBeenCalledWith(
    expect.objectContaining({ publicKey: expect.objectContaining({ attestation: 'none' }) }),
  )
  expect(server.callsTo(addPasskey)[0]?.body).toEqual({
    credentialId: 'aWQ',
    clientData: 'ZGF0YQ',
    attestation: 'YXR0ZXN0YXRpb24',
    transports: ['internal'],
  })
})

test.each([
  ['NotAllowedError', 'No passkey was added. You can try again.'],
  ['InvalidStateError', 'This device has a passkey for your account already.'],
])('when the browser creates none (%s), the page says what to do', async (error, text) => {
  startPasskeys({ error })
  const { person, section } = await open([passkeys(), replying(prepareNewPasskey, NEW_OPTIONS)])
  await person.click(await section.findByRole('button', { name: 'Add a passkey' }))
  expect((await section.findByRole('alert')).textContent).toContain(text)
})

test('a passkey is named', async () => {
  startPasskeys()
  const renamed = { ...PHONE, name: 'Old phone' }
  const { person, section, server } = await open([
    passkeys(PHONE),
    passkeys(renamed),
    replying(renamePasskey, renamed),
  ])
  await person.click(await section.findByRole('button', { name: 'Rename My phone' }))
  const name = await screen.findByLabelText('Name')
  await person.clear(name)
  await person.type(name, 'Old phone')
  await person.click(screen.getByRole('button', { name: 'Save name' }))
  await section.findByText('Old phone')
  expect(server.callsTo(renamePasskey)).toMatchObject([
    { params: { id: PHONE.id }, body: { name: 'Old phone' } },
  ])
})

test('a passkey is removed after a question and the use of a passkey; one that could not be removed stays', async () => {
  startPasskeys()
  const { person, section, server } = await open([
    passkeys(PHONE),
    failing(removePasskey),
    refusing(removePasskey, 'password-confirmation-needed'),
    replying(preparePasskeyConfirmation, OPTIONS),
    replying(confirmWithPasskey, undefined),
    replying(removePasskey, undefined),
  ])
  await person.click(await section.findByRole('button', { name: 'Remove My phone' }))
  await person.click(await screen.findByRole('button', { name: 'Remove passkey' }))
  expect((await section.findByRole('alert')).textContent).toContain('The passkey could not be removed.')
  section.getByText('My phone')
  await person.click(section.getByRole('button', { name: 'Remove My phone' }))
  await person.click(await screen.findByRole('button', { name: 'Remove passkey' }))
  server.answer(passkeys())
  await person.click(await screen.findByRole('button', { name: 'Use a passkey' }))
  await screen.findByText('Passkey “My phone” removed. We emailed you about it.')
  await waitFor(() => expect(section.queryByText('My phone')).toBeNull())
  expect(server.callsTo(confirmWithPasskey)[0]?.body).toEqual({
    credentialId: 'aWQ',
    clientData: 'ZGF0YQ',
    authenticatorData: 'YXV0aGVudGljYXRvcg',
    signature: 'c2lnbmF0dXJl',
    userHandle: 'aGFuZGxl',
  })
  expect(server.callsTo(removePasskey)).toHaveLength(3)
})

test('each passkey says when it was used, and whether it belongs to a former address', async () => {
  startPasskeys()
  const old = aPasskey({ id: '0192f0c1-0000-7000-8000-0000000000a2', name: 'Laptop', formerHost: 'old.edu' })
  const { section } = await open([passkeys(PHONE, old)])
  const [phone, laptop] = await section.findAllByRole('listitem')
  expect(phone?.textContent).toMatch(/last used Mar 5, 2026/)
  expect(laptop?.textContent).toMatch(/not used yet/)
  section.getByText("It was made for old.edu and doesn't work here. Remove it, and add a new one.")
})

test('without a verified email, or in a browser without passkeys, the page says why none can be added', async () => {
  const { section, unmount } = await open([])
  await section.findByText(/This browser doesn't support passkeys/)
  unmount()
  startPasskeys()
  const unverified = await open([], aUser({ emailVerified: false }))
  await unverified.section.findByText('Verify your email address first, then you can add a passkey.')
})
