import { removePushDevice } from '@blood-bank/contract/alerts/push-devices'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { type AccountExport, exportOwnAccount } from '@blood-bank/contract/own-account/account-export'
import { CONSENT, CONSENT_POINT, CONSENT_TEXTS } from '@blood-bank/contract/own-account/consent'
import {
  changePassword,
  eraseOwnAccount,
  type OwnAccount,
  readOwnAccount,
} from '@blood-bank/contract/own-account/endpoints'
import { listPasskeys } from '@blood-bank/contract/passkeys/endpoints'
import { SUCCESS_MESSAGES } from '@blood-bank/contract/passwords/accounts'
import {
  endOtherSessions,
  listOtherSessions,
  type OtherSession,
  readSession,
} from '@blood-bank/contract/sessions/endpoints'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { saveDevice } from '../../device/push/subscription.ts'
import { findDraft, saveDraft } from '../../forms/drafts.ts'
import { aBloodRequest, aDonor, anOtherSession, aPage, aUser } from '../../testing/builders.ts'
import { startMemoryCaches } from '../../testing/memory-caches.ts'
import { aPasskey } from '../../testing/passkeys.ts'
import { aPublicKey } from '../../testing/push.ts'
import { fillIn, renderPage, valueIn } from '../../testing/render-page.tsx'
import { accountReplies, failing, type Reply, refusing, replying, reveals } from '../../testing/replies.ts'
import { startServiceWorkers } from '../../testing/service-worker.ts'

const ACCOUNT: OwnAccount = {
  email: 'rima@campus.edu',
  createdAt: '2026-01-05T08:00:00.000Z',
  consent: { version: CONSENT.version, text: CONSENT.text, agreedAt: '2026-01-05T08:00:00.000Z' },
}
const sessionsSince = (...times: string[]) =>
  replying(listOtherSessions, {
    records: times.map(startedAt => anOtherSession({ id: startedAt, startedAt })),
    next: null,
  })

const OF_ACCOUNT = [replying(readOwnAccount, ACCOUNT), sessionsSince(), reveals()]

const open = (...replies: Reply[]) =>
  renderPage('/account', {
    user: aUser(),
    replies: [...replies, ...OF_ACCOUNT],
  })

const findRegion = async (name: string) => within(await screen.findByRole('region', { name }))

/** The rows of the page, as a person reads them without opening any. */
const rows = () =>
  screen
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent, nextElementSibling: state }) => [textContent, state?.textContent])

test('each row says how it is set', async () => {
  open(
    replying(listPasskeys, { passkeys: [aPasskey()] }),
    replying(readOwnDonor, { donor: aDonor({ allowContactVisibility: true }) }),
    sessionsSince('2026-11-20T08:00:00.000Z', '2026-11-19T08:00:00.000Z'),
  )
  await waitFor(() =>
    expect(rows()).toEqual([
      ['Alerts', 'For donors'],
      ['My number', 'Every member sees it in searches'],
      ['Password and passkeys', '1 passkey'],
      ["Where I'm signed in", 'Here and in 2 other places'],
      ['Light or dark', 'System'],
      ['Offline', 'Nothing is saved on this device'],
      ['My data', 'Download or erase everything'],
    ]),
  )
})

test('a coordinator reads until when, and others nothing of it', async () => {
  open(replying(readSession, { user: aUser(), coordinator: { hallId: null, until: '2027-03-01' } }))
  await waitFor(() => expect(rows()).toContainEqual(['Coordinator', 'All halls, until Mar 1, 2027']))
})

const isRowOpen = (title: string) =>
  screen.getByRole('heading', { level: 2, name: title }).closest('details')?.open

test('a row that was opened is open after a reload, and a link opens the row of its section', async () => {
  const { person, path, unmount } = open()
  await person.click(await screen.findByText('My number'))
  await waitFor(() => expect(path()).toBe('/account#number'))
  await person.click(screen.getByText('My number'))
  await waitFor(() => expect(path()).toBe('/account'))
  unmount()
  renderPage('/account#passkeys', { user: aUser(), replies: OF_ACCOUNT })
  await screen.findByRole('heading', { name: 'Passkeys' })
  expect([isRowOpen('Password and passkeys'), isRowOpen('Alerts')]).toEqual([true, false])
})

test('a visitor has to sign in first', async () => {
  const { path } = renderPage('/account')
  await waitFor(() => expect(path()).toBe('/login'))
})

test('the page shows the email, the date of registration, and the consent with its date', async () => {
  open()
  const region = await findRegion('Your data')
  await region.findByText('rima@campus.edu')
  expect(region.getAllByText(/^Jan 5, 2026, \d/)).toHaveLength(2)
  region.getByText('What you agreed to')
  expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    CONSENT.text.split(`\n${CONSENT_POINT}`).slice(1),
  )
})

test('an older text is shown as it was', async () => {
  const text = CONSENT_TEXTS['2026-11-3'] ?? ''
  const consent = { version: '2026-11-3', text, agreedAt: '2026-01-05T08:00:00.000Z' }
  open(replying(readOwnAccount, { ...ACCOUNT, consent }))
  const region = await findRegion('Your data')
  await region.findByText(text)
  expect(region.queryByRole('listitem')).toBeNull()
})

test('an account without recorded consent says so', async () => {
  open(replying(readOwnAccount, { ...ACCOUNT, consent: null }))
  await (await findRegion('Your data')).findByText(/^Your account was created before/)
  expect(screen.queryByText('Agreed on')).toBeNull()
})

/** Saved as it comes. */
const EXPORT = { exportedAt: '2026-11-21T10:00:00.000Z', bloodRequests: [aBloodRequest()] } as AccountExport

/** Records the files that the page saves. */
function recordDownloads() {
  const saved: { name: string; content: Promise<string> }[] = []
  let content: Promise<string> = Promise.resolve('')
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    content = (blob as Blob).text()
    return 'blob:saved'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content })
  })
  return saved
}

test('a member downloads their data as one file', async () => {
  const saved = recordDownloads()
  const { person } = open(replying(exportOwnAccount, EXPORT))
  await person.click(await screen.findByRole('button', { name: 'Download my data' }))
  await screen.findByText('Downloaded as my-blood-bank-data.json.')
  expect(saved.map(({ name }) => name)).toEqual(['my-blood-bank-data.json'])
  expect(JSON.parse((await saved[0]?.content) ?? '')).toEqual(EXPORT)
})

test('a failed download is shown and can be retried; one too soon says when the next one is possible', async () => {
  const saved = recordDownloads()
  const message = 'You downloaded your data a moment ago. You can download it again in 42 seconds.'
  const { person } = open(
    failing(exportOwnAccount),
    refusing(exportOwnAccount, 'too-many-exports', { message }),
    replying(exportOwnAccount, EXPORT),
  )
  const button = await screen.findByRole('button', { name: 'Download my data' })
  await person.click(button)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to download your data. Please try again.',
  )
  await person.click(button)
  await screen.findByText(message)
  await person.click(button)
  await screen.findByText(/^Downloaded as/)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(saved).toHaveLength(1)
})

test('other sessions are listed with their start, and ended together', async () => {
  const page = open(
    sessionsSince('2026-11-20T08:00:00.000Z', '2026-11-19T08:00:00.000Z'),
    sessionsSince(),
    replying(endOtherSessions, undefined),
  )
  const region = await findRegion("Where I'm signed in")
  await region.findByText("You're also signed in on 2 other devices or browsers:")
  expect(region.getAllByRole('listitem').map(item => item.textContent)).toEqual([
    expect.stringMatching(/^Since Nov 20, 2026, .*, last used Nov 21, 2026, /),
    expect.stringMatching(/^Since Nov 19, 2026, /),
  ])
  await page.person.click(region.getByRole('button', { name: 'End other sessions' }))
  await region.findByText("You aren't signed in anywhere else.")
  region.getByText('Your other sessions have ended.')
  expect(region.queryByRole('button', { name: 'End other sessions' })).toBeNull()
  expect(document.activeElement).toBe(region.getByText("You aren't signed in anywhere else."))
})

test('one other session is counted in the singular, and a failure to end it is shown', async () => {
  const sessions = sessionsSince('2026-11-20T08:00:00.000Z')
  const { person } = open(sessions, sessions, failing(endOtherSessions))
  const region = await findRegion("Where I'm signed in")
  await region.findByText("You're also signed in on 1 other device or browser:")
  await person.click(region.getByRole('button', { name: 'End other sessions' }))
  expect((await region.findByRole('alert')).textContent).toBe(
    'Failed to end your other sessions. Please try again.',
  )
  await person.click(region.getByRole('button', { name: 'Dismiss' }))
  expect(region.queryByRole('alert')).toBeNull()
  region.getByRole('button', { name: 'End other sessions' })
})

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
