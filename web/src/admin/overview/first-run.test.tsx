import { sendTestAlert } from '@blood-bank/contract/alerts/preferences'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { type FirstRun, readFirstRun, readOverview } from '@blood-bank/contract/site/overview'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aDonor, anAdmin } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { overviewReplies, type Reply, replying, someCounts } from '../../testing/replies.ts'

const NEW: FirstRun = {
  email: 'mailbox-only',
  missingSettings: ['CLUB_NAME', 'HOTLINE_NUMBER'],
  donors: 3,
  hasAlert: false,
}
const firstRun = (some: Partial<FirstRun> = {}) => replying(readFirstRun, { ...NEW, ...some })

async function open(...replies: Reply[]) {
  const page = renderPage('/admin/overview', { user: anAdmin(), replies: [...replies, ...overviewReplies] })
  await screen.findByRole('link', { name: 'Donors 1,234' })
  return page
}

const TITLE = 'First steps of your blood bank'
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const findSteps = async () =>
  within(await screen.findByRole('region', { name: TITLE })).findAllByRole('listitem')

afterEach(() => localStorage.clear())

test('a new blood bank is told its first steps, with what to do for each', async () => {
  await open(firstRun())
  expect(headings().slice(0, 2)).toEqual(['To do', TITLE])
  expect((await findSteps()).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Email works Nobody gets an email yet.* Set SMTP_URL and restart the server\.$/),
    'Name, links, contact and hotline of your club Set CLUB_NAME, HOTLINE_NUMBER and restart the server.',
    expect.stringMatching(/^Bring your donors 3 of the first 10 are here\. Print the sign-up poster/),
    'First test alert Register as a donor, then send yourself one here.',
  ])
  expect(screen.getByRole('link', { name: 'Print the sign-up poster' }).getAttribute('href')).toBe('/poster')
})

test('a step that is done says so, and nothing else', async () => {
  const nothingToDo = replying(readOverview, someCounts({ requestsWithoutOffer: 0, donorsToVerify: 0 }))
  await open(firstRun({ email: 'works', missingSettings: [], donors: 10 }), nothingToDo)
  expect(headings()[0]).toBe(TITLE)
  expect((await findSteps()).map(({ textContent }) => textContent)).toEqual([
    'Email works Done',
    'Name, links, contact and hotline of your club Done',
    'Bring your donors Done',
    expect.stringMatching(/^First test alert /),
  ])
})

test.each([
  ['failing', /^Emails could not be sent\./],
  ['unproven', /^No email address has been verified yet\./],
] as const)('email that is %s is not done', async (email, text) => {
  await open(firstRun({ email }))
  await screen.findByText(text)
})

test('the last step is a test alert, after which the list is gone', async () => {
  const { person } = await open(
    firstRun({ email: 'works', missingSettings: [], donors: 10 }),
    firstRun({ email: 'works', missingSettings: [], donors: 10, hasAlert: true }),
    replying(readOwnDonor, { donor: aDonor() }),
    replying(sendTestAlert, { message: 'Test alert sent.' }),
  )
  await person.click(await screen.findByRole('button', { name: 'Send me a test alert' }))
  await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('the focus stays in the step of the test alert when its button goes', async () => {
  const { person } = await open(
    firstRun(),
    firstRun({ hasAlert: true }),
    replying(readOwnDonor, { donor: aDonor() }),
    replying(sendTestAlert, { message: 'Test alert sent.' }),
  )
  await person.click(await screen.findByRole('button', { name: 'Send me a test alert' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send me a test alert' })).toBeNull())
  expect(document.activeElement?.textContent).toBe('First test alert Done')
})

test('an admin hides the list in this browser', async () => {
  const { person, unmount } = await open(firstRun())
  await person.click(await screen.findByRole('button', { name: 'Hide this list in this browser' }))
  expect(screen.queryByText(TITLE)).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  unmount()
  await open(firstRun())
  expect(screen.queryByText(TITLE)).toBeNull()
})
