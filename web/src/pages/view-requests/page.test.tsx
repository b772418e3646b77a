import { closeBloodRequest, listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { reportBloodRequest } from '@blood-bank/contract/reports/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBloodRequest, aPage, aUser, idOf } from '../../testing/builders.ts'
import {
  buttonNamesIn,
  chooseFromCard,
  findRequestCard,
  menuOfCard,
  queryRequestCard,
  renderPage,
  wholeText,
} from '../../testing/render-page.tsx'
import { hanging, type Reply, refusing, replying } from '../../testing/replies.ts'

const ANOTHER_USER_ID = '0192f0c1-0000-7000-8000-000000000099'
const OWN = aBloodRequest()
const OTHER = aBloodRequest({
  id: '0192f0c1-0000-7000-8000-0000000000ab',
  userId: ANOTHER_USER_ID,
  patientName: 'Fatema Begum',
  contactNumber: '01812-345678',
  hospitalLocation: 'Ward 12',
  additionalInfo: 'On Sunday',
  urgency: 'moderate',
})

const listing = (...records: (typeof OWN)[]) => replying(listActiveBloodRequests, aPage(records))
const open = (...replies: Reply[]) => renderPage('/view-requests', { user: aUser(), replies })
const findCard = async (name: string) => within(await findRequestCard(name))
const buttonsOf = async (name: string) => buttonNamesIn(await findRequestCard(name))

test('a request is shown with everything that a donor needs', async () => {
  open(listing(OTHER))
  const card = await findCard('Fatema Begum')
  for (const text of [
    'AB-',
    'Moderate (Within 24-48 hours)',
    'AB− at',
    'City Hospital',
    'Fatema Begum',
    '2 units,',
    'Ward 12',
    '2',
  ])
    card.getByText(text)
  card.getByText(wholeText(/^Ask for Rima Akter\. On Sunday$/))
  // Isolated in the line, so that a name in Arabic or Hebrew is not moved to the end of what follows it.
  for (const text of ['Rima Akter', 'On Sunday'])
    expect(card.getAllByText(text).map(({ tagName }) => tagName)).toContain('BDI')
  card.getByText(/^(Feb 28|Mar 1|Mar 2), 2026, \d+:05/)
  card.getByRole('heading', { level: 3, name: 'AB− at City Hospital' })
  expect(card.getByRole('link', { name: 'Call 01812-345678' }).getAttribute('href')).toBe('tel:01812345678')
  screen.getByText('1 request')
})

test('what does not fit the card is shown on a press, and all of it on the page of one request', async () => {
  const { person } = open(listing(OTHER))
  const details = (await screen.findByText('Ward 12')).closest('details')
  expect(details?.open).toBe(false)
  await person.click(screen.getByText('City Hospital'))
  expect(details?.open).toBe(true)
})

test('the units that are still missing, and those that were offered', async () => {
  open(listing({ ...OTHER, unitsGiven: 1, offersStanding: 2 }))
  const card = await findRequestCard('Fatema Begum')
  expect(card.textContent).toContain('1 of 2 units left, 2\u00a0offered, ')
  within(card).getByText('1 of 2 given, 2 offered')
})

test('a call is preceded by the warning not to pay', async () => {
  const { person } = open(listing(OTHER))
  const call = (await findCard('Fatema Begum')).getByRole('link', { name: 'Call 01812-345678' })
  call.addEventListener('click', event => event.preventDefault())
  await person.click(call)
  await screen.findByText('Never pay or ask for money.')
})

test('a number that is shown only to verified members says so in its place', async () => {
  const { person } = open(listing({ ...OTHER, contactNumber: null, isNumberWithheld: true }))
  const card = await findCard('Fatema Begum')
  card.getByText('Verify your email address to see this number.')
  expect(await menuOfCard(person, await findRequestCard('Fatema Begum'))).toEqual(['Share', 'Report'])
})

test('members have actions on their own requests only', async () => {
  const { person } = open(listing(OTHER, OWN))
  expect(await buttonsOf('Karim Uddin')).toEqual(['Mark as Fulfilled', 'Cancel Request', 'Delete', 'More'])
  expect(await menuOfCard(person, await findRequestCard('Karim Uddin'))).toEqual(['Find AB− donors', 'Share'])
  expect(await buttonsOf('Fatema Begum')).toEqual(['More'])
  expect(await menuOfCard(person, await findRequestCard('Fatema Begum'))).toEqual([
    'Share',
    'Copy number',
    'Report',
  ])
})

test('one’s own number is plain text, and the request leads to donors of its group', async () => {
  const { person, path } = open(listing(OWN), hanging(searchDonors))
  const card = await findCard('Karim Uddin')
  expect(card.getByText(String(OWN.contactNumber)).closest('a')).toBeNull()
  expect(card.getByRole('link', { name: 'See who can come' }).getAttribute('href')).toBe('/dashboard')
  await chooseFromCard(person, await findRequestCard('Karim Uddin'), 'Find AB− donors')
  await waitFor(() => expect(path()).toBe('/find-donors?bloodGroup=AB-'))
})

test('admins have actions on others’ requests in the admin area only', async () => {
  renderPage('/view-requests', { user: aUser({ role: 'admin' }), replies: [listing(OTHER)] })
  expect(await buttonsOf('Fatema Begum')).toEqual(['More'])
})

test('a fulfilled request leaves the list, and the focus goes to its neighbour', async () => {
  const page = open(
    listing(OTHER, OWN),
    listing(OTHER),
    replying(closeBloodRequest, aBloodRequest({ status: 'fulfilled' })),
  )
  const card = await findCard('Karim Uddin')
  await page.person.click(card.getByRole('button', { name: 'Mark as Fulfilled' }))
  const dialog = within(
    await screen.findByRole('alertdialog', { name: 'Mark this blood request as fulfilled?' }),
  )
  await page.person.click(dialog.getByRole('button', { name: 'Yes, we have the blood' }))
  expect(
    (await screen.findByText('The blood request was marked as fulfilled.')).closest('[role=status]'),
  ).not.toBeNull()
  expect(queryRequestCard('Karim Uddin')).toBeNull()
  const neighbour = (await findCard('Fatema Begum')).getByRole('heading')
  await waitFor(() => expect(document.activeElement).toBe(neighbour))
})

const FATEMA = aBloodRequest({ id: idOf(1), userId: idOf(2), patientName: 'Fatema Begum' })
const SENT = { kind: 'not-real', text: null, reportedAt: '2026-03-02T12:00:00.000Z' } as const

const openReportable = (...replies: Reply[]) =>
  renderPage('/view-requests', {
    user: aUser(),
    replies: [
      replying(readOwnDonor, { donor: null }),
      replying(listActiveBloodRequests, aPage([FATEMA, aBloodRequest()])),
      ...replies,
    ],
  })

const findReportable = async () => within(await findRequestCard('Fatema Begum'))

async function openDialog({ person }: ReturnType<typeof openReportable>) {
  await chooseFromCard(person, await findRequestCard('Fatema Begum'), 'Report')
  return within(await screen.findByRole('dialog', { name: 'Report this request?' }))
}

test('a member reports a request of somebody else, which is still marked when they come back to it', async () => {
  const page = openReportable(replying(reportBloodRequest, SENT))
  const dialog = await openDialog(page)
  dialog.getByText(/never learns who reported them/)
  await page.person.selectOptions(dialog.getByLabelText('What is wrong?'), 'Not real')
  await page.person.click(dialog.getByRole('button', { name: 'Send report' }))
  await (await findReportable()).findByText('Reported')
  expect(page.server.callsTo(reportBloodRequest)).toMatchObject([
    { params: { id: FATEMA.id }, body: { kind: 'not-real', text: null } },
  ])
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('heading', { level: 3 })[0]))
  expect(await menuOfCard(page.person, await findRequestCard('Fatema Begum'))).not.toContain('Report')
  page.unmount()
  const { person } = openReportable()
  await (await findReportable()).findByText('Reported')
  expect(await menuOfCard(person, await findRequestCard('Fatema Begum'))).not.toContain('Report')
})

test('what was reported on another device is marked once the server says so', async () => {
  const page = openReportable(refusing(reportBloodRequest, 'already-reported'))
  const dialog = await openDialog(page)
  await page.person.selectOptions(dialog.getByLabelText('What is wrong?'), 'Not real')
  await page.person.click(dialog.getByRole('button', { name: 'Send report' }))
  await dialog.findByText(/^You have reported this already\./)
  await page.person.click(dialog.getByRole('button', { name: 'Cancel' }))
  await (await findReportable()).findByText('Reported')
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('heading', { level: 3 })[0]))
})

test('"Something else" needs a text, and a refusal is shown beside what was typed', async () => {
  const page = openReportable(refusing(reportBloodRequest, 'account-too-new'))
  const dialog = await openDialog(page)
  await page.person.selectOptions(dialog.getByLabelText('What is wrong?'), 'Something else')
  await page.person.click(dialog.getByRole('button', { name: 'Send report' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^Please write what happened\./)
  await page.person.type(dialog.getByLabelText('What happened'), 'It is a joke.')
  await page.person.click(dialog.getByRole('button', { name: 'Send report' }))
  await dialog.findByText(/^Your account is too new to report\./)
  expect(dialog.getByLabelText<HTMLTextAreaElement>('What happened').value).toBe('It is a joke.')
})

test('the list says once that nobody pays, and that the hospital tests', async () => {
  openReportable()
  await findReportable()
  expect(screen.getAllByText(/Never pay|The hospital tests/).map(({ textContent }) => textContent)).toEqual([
    'Never pay or ask for money.',
    'The hospital tests and cross-matches every unit.',
  ])
})
