import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { type AccountExport, exportOwnAccount } from '@blood-bank/contract/own-account/account-export'
import { CONSENT, CONSENT_POINT, CONSENT_TEXTS } from '@blood-bank/contract/own-account/consent'
import { type OwnAccount, readOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { listPasskeys } from '@blood-bank/contract/passkeys/endpoints'
import { endOtherSessions, listOtherSessions } from '@blood-bank/contract/sessions/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aBloodRequest, aDonor, anOtherSession, aUser } from '../../testing/builders.ts'
import { aPasskey } from '../../testing/passkeys.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { failing, type Reply, refusing, replying, reveals } from '../../testing/replies.ts'

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
