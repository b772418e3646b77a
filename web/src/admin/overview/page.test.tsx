import { sendTestAlert } from '@blood-bank/contract/alerts/preferences'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import {
  type DeliveryFaults,
  type FirstRun,
  readCharts,
  readFirstRun,
  readOverview,
} from '@blood-bank/contract/site/overview'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aDonor, anAdmin } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import {
  awaiting,
  overviewReplies,
  type Reply,
  refusing,
  replying,
  someCharts,
  someCounts,
} from '../../testing/replies.ts'

const CHARTS = replying(readCharts, someCharts())
const COUNTS = someCounts()
const open = (...replies: Reply[]) =>
  renderPage('/admin/overview', { user: anAdmin(), replies: [...replies, CHARTS] })

test('the overview counts donors, users, requests and units, with links to the lists and to what is printed', async () => {
  open(replying(readOverview, COUNTS))
  const donors = await screen.findByRole('link', { name: 'Donors 1,234' })
  expect(donors.getAttribute('href')).toBe('/admin/donors')
  expect(screen.getByRole('link', { name: 'Users 5,678' }).getAttribute('href')).toBe('/admin/users')
  for (const [name, status] of [
    ['Active 12', 'active'],
    ['Fulfilled 34', 'fulfilled'],
    ['Cancelled 5', 'cancelled'],
  ])
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(`/admin/requests?status=${status}`)
  expect(screen.getByText('Units given in the last 12 weeks').parentElement?.textContent).toMatch(/ 17$/)
  const links = within(screen.getByRole('region', { name: 'To print' })).getAllByRole('link')
  expect(links.map(link => [link.textContent?.replace(/→$/, ''), link.getAttribute('href')])).toEqual([
    ['Sign-up poster', '/poster'],
    ['Summary of a term', '/admin/term-summary'],
  ])
  expect(screen.queryByText(/deliver|too late|text message/), 'a warning').toBeNull()
})

const NOTHING = { requestsWithoutOffer: 0, donorsToVerify: 0 }

const toDo = async () => within(await screen.findByRole('region', { name: 'To do' }))

test('what is to do follows the counts, the most urgent on top, and each line leads to exactly that', async () => {
  open(
    replying(
      readOverview,
      someCounts({ reportsWaiting: { total: 1, visibleRequests: 1, hiddenRequests: 0 }, deadMails: 1200 }),
    ),
  )
  await screen.findByRole('link', { name: 'Donors 1,234' })
  const items = (await toDo()).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent?.replace(/→$/, ''))).toEqual([
    '3 requests without an offer for an hour',
    "1,200 emails couldn't be delivered. Ask whoever runs the server to look up the errors in the outbox.",
    '1 reported request, still visible to members',
    '30 donors to verify',
  ])
  expect(items.map(item => item.querySelector('a')?.getAttribute('href') ?? null)).toEqual([
    '/admin/requests?offers=none-for-an-hour',
    null,
    '/admin/reports',
    '/admin/donors?isVerified=false&isProfileActive=true',
  ])
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Overview',
    'People',
    'Blood Requests',
    'Donations',
    'To do',
    'Time to the first answer',
    'Requests in the last 12 weeks',
    'Available donors by blood group',
    'To print',
  ])
})

test('when nothing waits the overview says so', async () => {
  open(replying(readOverview, someCounts(NOTHING)))
  await screen.findByText('Nothing to do.')
  expect((await toDo()).queryByRole('listitem')).toBeNull()
})

test.each([
  [{ total: 1, visibleRequests: 0, hiddenRequests: 1 }, '1 reported request, hidden until you decide'],
  [{ total: 1, visibleRequests: 0, hiddenRequests: 0 }, '1 reported person or closed request'],
  [
    { total: 7, visibleRequests: 3, hiddenRequests: 2 },
    '2 reported requests, hidden until you decide; 3 reported requests, still visible to members; 2 reported people or closed requests',
  ],
])('of reports %j the overview says truthfully what members see', async (reportsWaiting, sentence) => {
  open(replying(readOverview, someCounts({ ...NOTHING, reportsWaiting })))
  const items = await (await toDo()).findAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent?.replace(/→$/, ''))).toEqual([sentence])
})

test('the sidebar counts what waits behind each entry', async () => {
  open(replying(readOverview, someCounts({ donorsToVerify: 1234 })))
  const entry = await screen.findByRole('link', { name: 'Manage Donors', description: '1,234 to verify' })
  expect(entry.getAttribute('href')).toBe('/admin/donors')
  screen.getByRole('link', { name: 'Manage Requests', description: '3 without an offer for an hour' })
  screen.getByRole('link', { name: 'Reports', description: '' })
})

test('imported donors who have not claimed their profile are counted while there are any', async () => {
  open(replying(readOverview, { ...COUNTS, donorsToClaim: 1234 }))
  const figure = await screen.findByText('Waiting to be claimed')
  expect(figure.closest('li')?.textContent).toBe('Waiting to be claimed 1,234')
  cleanup()
  open(replying(readOverview, COUNTS))
  await screen.findByRole('link', { name: 'Donors 1,234' })
  expect(screen.queryByText('Waiting to be claimed')).toBeNull()
})

test('disputed donations are named, with links to where they are decided', async () => {
  const dispute = {
    id: '0192f0c1-0000-7000-8000-0000000000da',
    donatedOn: '2026-03-01',
    disputedAt: '2026-03-02T08:00:00.000Z',
    donor: {
      id: '0192f0c1-0000-7000-8000-0000000000db',
      fullName: 'Rima Akter',
      email: 'rima+1@example.edu',
    },
  }
  open(replying(readOverview, { ...COUNTS, disputedDonations: { total: 3, records: [dispute] } }))
  const link = await screen.findByRole('link', { name: 'Decide', description: 'Rima Akter, March 1, 2026' })
  expect(link.getAttribute('href')).toBe(
    `/admin/donors?search=rima%2B1%40example.edu&donations=${dispute.donor.id}`,
  )
  screen.getByText('3 disputed donations.')
  screen.getByText('And 2 more.')
})

test.each<[Partial<DeliveryFaults>, string]>([
  [
    { mailsGivenUp: 12 },
    'Emails are not being delivered: 12 have failed since yesterday. Ask whoever runs the server to check SMTP_URL and the log.',
  ],
  [
    { mailsGivenUp: 1 },
    'Emails are not being delivered: 1 has failed since yesterday. Ask whoever runs the server to check SMTP_URL and the log.',
  ],
  [
    { pushesGivenUp: 1200 },
    "Notifications are not being delivered: 1,200 have failed since yesterday. Ask whoever runs the server to check the log, and whether the server can reach the browsers' push services.",
  ],
  [
    { textsGivenUp: 3, textError: 'the gateway answered 402: no credit' },
    'Text messages are not being delivered: 3 have failed since yesterday. The last error: “the gateway answered 402: no credit”. Ask whoever runs the server to check SMS_URL and the gateway.',
  ],
  [
    { textLimitReached: 200 },
    'No more text messages are sent today: the limit of 200 a day (SMS_PER_DAY) is reached. Donors are still asked by email and notification.',
  ],
  [
    { unverifiedMails: { sent: 1240, perDay: 2000, waiting: 35 } },
    '1,240 of at most 2,000 emails a day to unverified addresses are sent, and 35 wait. Unless a term is beginning, look under Manage Users at who registered last: somebody may be inventing accounts.',
  ],
  [
    { planningDelayMinutes: 9 },
    'Donors are asked too late: a blood request has waited 9 minutes. Ask whoever runs the server to check the log, and to restart it if this goes on.',
  ],
])('an admin is warned while delivery fails: %j', async (faults, sentence) => {
  const deliveryFaults = { ...COUNTS.deliveryFaults, ...faults }
  open(replying(readOverview, { ...COUNTS, deadMails: 14 * (faults.mailsGivenUp ?? 0), deliveryFaults }))
  expect((await screen.findByText(sentence)).textContent).toBe(sentence)
  expect(screen.queryByText(/couldn't be delivered/)).toBeNull()
})

test('an admin is warned of a missing time zone, a nearly full disk and one undelivered email', async () => {
  const faults = { isTimeZoneMissing: true, lowSpaceMegabytes: 1_312, deadMails: 1 }
  open(replying(readOverview, { ...COUNTS, ...faults }))
  await screen.findByText(/^Times are in UTC, because TIME_ZONE is not set\./)
  screen.getByText(/^1 email couldn't be delivered\./)
  screen.getByText(/^The disk is nearly full: 1,312 MB are left\./)
})

const WARNING = {
  userId: '0192f0c1-0000-7000-8000-0000000000ac',
  email: 'collector+1@example.edu',
  lastHour: 400,
  lastDay: 1000,
  wasRefused: true,
  warnedAt: '2026-11-21T08:05:00.000Z',
}

test('an admin is warned about accounts that were shown many phone numbers, with links to the users', async () => {
  const rima = { ...WARNING, userId: 'another', email: 'rima@example.edu', lastHour: 330, lastDay: 340 }
  open(replying(readOverview, { ...COUNTS, numberWarnings: [WARNING, { ...rima, wasRefused: false }] }))
  const link = await screen.findByRole('link', { name: 'collector+1@example.edu' })
  expect(link.getAttribute('href')).toBe('/admin/users?search=collector%2B1%40example.edu')
  expect(screen.getByText(/^These accounts were shown many phone numbers in the last 24 hours/)).toBeDefined()
  const items = within(link.closest('ul') as HTMLElement).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'collector+1@example.edu: 400 in an hour and 1,000 in a day by Nov 21, 2026, 8:05 AM. More were refused.',
    'rima@example.edu: 330 in an hour and 340 in a day by Nov 21, 2026, 8:05 AM.',
  ])
})

test('an admin is warned about accounts for which many donors were asked, with links to their requests', async () => {
  const warning = { userId: WARNING.userId, email: 'poster+1@example.edu', donorsAsked: 60 }
  open(replying(readOverview, { ...COUNTS, alertWarnings: [warning] }))
  const link = await screen.findByRole('link', { name: 'poster+1@example.edu' })
  expect(link.getAttribute('href')).toBe('/admin/requests?search=poster%2B1%40example.edu')
  expect(link.closest('li')?.textContent).toBe('poster+1@example.edu: 60 donors.')
  screen.getByText(/^Many donors were asked for this account in the last 24 hours\./)
})

test('an admin is warned about whom donors contradict who say that they gave', async () => {
  const warning = { userId: WARNING.userId, email: 'poster@example.edu', donors: 3 }
  open(replying(readOverview, { ...COUNTS, contradictionWarnings: [warning] }))
  const link = await screen.findByRole('link', { name: 'poster@example.edu' })
  expect(link.closest('li')?.textContent).toBe('poster@example.edu: 3 donors in the last 30 days.')
})

test('requests of new members that are held back are to be looked at', async () => {
  open(replying(readOverview, { ...COUNTS, requestsHeldBack: 2 }))
  const link = await screen.findByRole('link', {
    name: /^2 requests of new members held back: call, then say which are real/,
  })
  expect(link.getAttribute('href')).toBe('/admin/requests?alerts=held-back')
})

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map(row => Array.from(row.children, cell => cell.textContent))

test('the requests of the last twelve weeks can be read as a table', async () => {
  const { person } = open(replying(readOverview, COUNTS))
  await screen.findByRole('heading', { name: 'Requests in the last 12 weeks' })
  // The axis of the chart, in US English like every date.
  for (const day of ['Aug 31', 'Nov 9', 'Nov 16']) await screen.findByText(day, { selector: 'span' })
  await person.click(screen.getByText('Show numbers'))
  const rows = rowsOf(await screen.findByRole('table', { name: 'Requests by week and status' }))
  expect(rows).toHaveLength(13)
  expect(rows[0]).toEqual(['Week of', 'Active', 'Fulfilled', 'Cancelled', 'All'])
  expect([rows[1], rows[12]]).toEqual([
    ['Aug 31', '0', '0', '1', '1'],
    ['Nov 16', '11', '22', '1', '34'],
  ])
})

test('the donors of each group are beside what was asked for, and a group that is rare leads to the poster', async () => {
  open(replying(readOverview, COUNTS))
  await screen.findByRole('link', { name: '7,000' })
  const table = screen.getByRole('table', { name: 'Available donors by blood group' })
  const rows = rowsOf(table)
  expect([rows[0], rows[1], rows[8]]).toEqual([
    ['Blood Group', 'Donors', 'Units asked for'],
    ['A+', '0', '3'],
    ['O-', '7,000', '3'],
  ])
  screen.getByText('Fewer donors than units: A+.')
  expect(screen.getByRole('link', { name: 'Find more with the poster' }).getAttribute('href')).toBe('/poster')
  expect(within(table).getByRole('link', { name: '7,000' }).getAttribute('href')).toBe(
    '/admin/donors?bloodGroup=O-&isProfileActive=true&isAvailable=true',
  )
})

test('how soon donors answered is a line, with the months in a table behind a press', async () => {
  const charts = someCharts()
  const answerTimes = [
    ...charts.answerTimes,
    { month: '2026-08', posted: 30, answered: 20, medianMinutes: 41 },
  ]
  renderPage('/admin/overview', {
    user: anAdmin(),
    replies: [replying(readOverview, COUNTS), replying(readCharts, { ...charts, answerTimes })],
  })
  const section = within(await screen.findByRole('region', { name: 'Time to the first answer' }))
  expect(section.getByText('11 minutes', { selector: 'strong' }).parentElement?.textContent).toBe(
    '11 minutes in October 2026, 41 minutes in August 2026',
  )
  expect(section.getByRole('group').hasAttribute('open')).toBe(false)
  expect(rowsOf(section.getByRole('table', { name: 'Time to the first answer by month' }))).toEqual([
    ['Month', 'Answered', 'Median'],
    ['October 2026', '14 of 16', '11 minutes'],
    ['September 2026', '9 of 12', 'too few'],
    ['August 2026', '20 of 30', '41 minutes'],
  ])
})

test('while loading the page announces it once, and shows nothing that would move', async () => {
  const counts = awaiting(replying(readOverview, COUNTS))
  open(counts.reply)
  await screen.findByText('Loading...')
  expect(screen.getAllByText('Loading...')).toHaveLength(1)
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Overview',
    'People',
    'Blood Requests',
    'Donations',
  ])
  counts.arrive()
  await screen.findByRole('link', { name: 'Donors 1,234' })
  expect(screen.queryByText('Loading...')).toBeNull()
})

test('if only the charts fail, the counts are shown, and stay while the charts are refetched', async () => {
  const charts = awaiting(CHARTS)
  const { person } = renderPage('/admin/overview', {
    user: anAdmin(),
    replies: [
      replying(readOverview, COUNTS),
      refusing(readCharts, 'unexpected-error'),
      refusing(readCharts, 'unexpected-error'),
      charts.reply,
    ],
  })
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to load statistics.')
  await screen.findByRole('link', { name: 'Donors 1,234' })
  await person.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('Loading...')
  screen.getByRole('link', { name: 'Donors 1,234' })
  charts.arrive()
  await screen.findByRole('link', { name: '7,000' })
})

const NEW: FirstRun = {
  email: 'mailbox-only',
  missingSettings: ['CLUB_NAME', 'HOTLINE_NUMBER'],
  donors: 3,
  hasAlert: false,
}
const firstRun = (some: Partial<FirstRun> = {}) => replying(readFirstRun, { ...NEW, ...some })

async function openFirstRun(...replies: Reply[]) {
  const page = renderPage('/admin/overview', { user: anAdmin(), replies: [...replies, ...overviewReplies] })
  await screen.findByRole('link', { name: 'Donors 1,234' })
  return page
}

const TITLE = 'Set-up'
const isShown = () => screen.queryByRole('region', { name: TITLE }) !== null
const findSteps = async () =>
  within(await screen.findByRole('region', { name: TITLE })).findAllByRole('listitem')

afterEach(() => localStorage.clear())

test('the set-up of a new blood bank is one line, which opens to what to do for each step', async () => {
  await openFirstRun(firstRun())
  const line = await screen.findByText('Set-up: 0 of 4 done')
  expect(line.closest('details')?.open).toBe(false)
  expect((await findSteps()).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^Email works Nobody gets an email yet.* Whoever runs the server sets SMTP_URL and restarts it\.$/,
    ),
    'Name, links, contact and hotline of your club Whoever runs the server sets CLUB_NAME, HOTLINE_NUMBER and restarts it.',
    expect.stringMatching(/^Bring your donors 3 of the first 10 are here\. Print the sign-up poster/),
    'First test alert Register as a donor, then send yourself one here.',
  ])
  expect(screen.getByRole('link', { name: 'Print the sign-up poster' }).getAttribute('href')).toBe('/poster')
})

test('a step that is done says so, and nothing else', async () => {
  const nothingToDo = replying(readOverview, someCounts({ requestsWithoutOffer: 0, donorsToVerify: 0 }))
  await openFirstRun(firstRun({ email: 'works', missingSettings: [], donors: 10 }), nothingToDo)
  await screen.findByText('Set-up: 3 of 4 done')
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
  await openFirstRun(firstRun({ email }))
  await screen.findByText(text)
})

test('the last step is a test alert, after which the list is gone', async () => {
  const { person } = await openFirstRun(
    firstRun({ email: 'works', missingSettings: [], donors: 10 }),
    firstRun({ email: 'works', missingSettings: [], donors: 10, hasAlert: true }),
    replying(readOwnDonor, { donor: aDonor() }),
    replying(sendTestAlert, { message: 'Test alert sent.' }),
  )
  await person.click(await screen.findByRole('button', { name: 'Send me a test alert' }))
  await waitFor(() => expect(isShown()).toBe(false))
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('the focus stays in the step of the test alert when its button goes', async () => {
  const { person } = await openFirstRun(
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
  const { person, unmount } = await openFirstRun(firstRun())
  await person.click(await screen.findByRole('button', { name: 'Hide this list in this browser' }))
  expect(isShown()).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  unmount()
  await openFirstRun(firstRun())
  expect(isShown()).toBe(false)
})
