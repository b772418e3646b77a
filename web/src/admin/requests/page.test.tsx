import {
  type BloodRequestRecord,
  findBloodRequestReal,
  listBloodRequests,
} from '@blood-bank/contract/blood-requests/administration'
import { closeBloodRequest, deleteBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBloodRequestRecord, anAdmin, aPage, idOf } from '../../testing/builders.ts'
import { chooseFromRow, chooseReason, pressInRow, renderPage } from '../../testing/render-page.tsx'
import { awaiting, failing, type Reply, replying } from '../../testing/replies.ts'

const KARIM = aBloodRequestRecord({ id: idOf(1) })
const MITU = aBloodRequestRecord({
  id: idOf(2),
  foundRealAt: '2026-03-01T10:00:00.000Z',
  patientName: 'Mitu Das',
  status: 'fulfilled',
  hospitalLocation: 'Ward 12',
  urgency: 'moderate',
  additionalInfo: 'Before noon, please.',
})

const listing = (...records: BloodRequestRecord[]) => replying(listBloodRequests, aPage(records))
const open = (search: string, ...replies: Reply[]) =>
  renderPage(`/admin/requests${search}`, { user: anAdmin(), replies })
const findRow = async (name: RegExp) => within(await screen.findByRole('row', { name }))
const textsOf = (elements: HTMLElement[]) => elements.map(element => element.textContent)

/** Presses a button of Karim's request, gives a reason if the dialog asks for one, and confirms it. */
async function confirmAction(button: string, confirm: string, ...replies: Reply[]) {
  const page = open('', listing(KARIM, MITU), ...replies)
  await (button === 'Delete' ? chooseFromRow : pressInRow)(page.person, 'Karim Uddin', button)
  const dialog = within(await screen.findByRole('alertdialog'))
  dialog.getByText('Karim Uddin')
  await chooseReason(page.person)
  await page.person.click(dialog.getByRole('button', { name: confirm }))
  return page
}

test("a request's row has whom to call before the buttons, and the rest of what admins see", async () => {
  open('', listing(KARIM, MITU))
  const row = await findRow(/Mitu Das/)
  expect(row.getByRole('rowheader').textContent).toBe('Mitu Das ')
  const cells = textsOf(row.getAllByRole('cell'))
  expect(cells.toSpliced(5, 1)).toEqual([
    'AB-',
    'Fulfilled',
    'City Hospital',
    'Rima Akter 01712 345678',
    '',
    'Not recorded',
    'Ward 12',
    'Before noon, please.',
    'rima@campus.edu',
  ])
  expect(cells[5]).toMatch(/^(Feb 28|Mar 1|Mar 2), 2026, \d+:05/)
})

test('a request that is hidden because of reports says so beside its status', async () => {
  open('', listing({ ...KARIM, hiddenAt: '2026-03-01T10:00:00.000Z' }))
  const row = await findRow(/Karim Uddin/)
  expect(row.getAllByRole('cell')[1]?.textContent).toBe('ActiveHidden')
})

test('an admin lets a request go on that is held back, by saying that it is real', async () => {
  const held = { ...KARIM, heldBackAt: '2026-03-01T10:00:00.000Z' }
  const { person, server } = open(
    '?alerts=held-back',
    listing(held),
    replying(findBloodRequestReal, undefined),
  )
  expect((await findRow(/Karim Uddin/)).getAllByRole('cell')[1]?.textContent).toBe('ActiveHeld back')
  await chooseFromRow(person, 'Karim Uddin', 'This is real')
  const dialog = within(await screen.findByRole('alertdialog'))
  dialog.getByText(new RegExp(`^Call ${KARIM.contactPerson} at ${KARIM.contactNumber} first\\.`))
  await person.click(dialog.getByRole('button', { name: 'This is real' }))
  await waitFor(() => expect(server.callsTo(findBloodRequestReal)).toHaveLength(1))
  await screen.findByText('Donors are now asked for Karim Uddin.')
})

test('only an active request can be closed, any can be deleted; what ends for good is in the menu', async () => {
  const { person } = open('', listing(KARIM, MITU))
  const actionsOf = async (name: RegExp) => {
    const row = await findRow(name)
    const buttons = row.getAllByRole('button').slice(1)
    await person.click(row.getByRole('button', { name: 'More' }))
    const entries = within(await screen.findByRole('menu')).getAllByRole('menuitem')
    await person.keyboard('{Escape}')
    return [...textsOf(buttons).filter(Boolean), ...textsOf(entries)]
  }
  expect(await actionsOf(/Karim Uddin/)).toEqual([
    'Mark as Fulfilled',
    'Cancel Request',
    'This is real',
    'Delete',
    'Audit log',
  ])
  expect(await actionsOf(/Mitu Das/)).toEqual(['Delete', 'Audit log'])
})

test.each([
  ['Mark as Fulfilled', 'Mark as fulfilled', 'fulfilled', 'Fulfilled', {}],
  ['Cancel Request', 'Cancel this request', 'cancelled', 'Cancelled', { reason: 'duplicate' }],
] as const)(
  '%s asks for confirmation, and the list shows the result',
  async (button, confirm, status, label, more) => {
    const closed = { ...KARIM, status }
    const { server } = await confirmAction(
      button,
      confirm,
      listing(closed, MITU),
      replying(closeBloodRequest, closed),
    )
    const row = await findRow(/Karim Uddin/)
    await row.findByText(label)
    expect(server.callsTo(closeBloodRequest)).toMatchObject([
      { params: { id: KARIM.id }, body: { status, ...more } },
    ])
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  },
)

test('a deleted request leaves the list, and the message gets the focus', async () => {
  const { server } = await confirmAction(
    'Delete',
    'Delete this request',
    listing(MITU),
    replying(deleteBloodRequest, undefined),
  )
  const message = await screen.findByText('The blood request was deleted.')
  expect(screen.queryByRole('row', { name: /Karim Uddin/ })).toBeNull()
  expect(server.callsTo(deleteBloodRequest)).toMatchObject([
    { params: { id: KARIM.id }, query: { reason: 'duplicate' } },
  ])
  await waitFor(() => expect(document.activeElement?.contains(message)).toBe(true))
})

test('an admin chooses a reason before a request is cancelled or deleted, with the keyboard as well', async () => {
  const { person, server } = open('', listing(KARIM), replying(deleteBloodRequest, undefined))
  await chooseFromRow(person, 'Karim Uddin', 'Delete')
  const dialog = within(await screen.findByRole('alertdialog'))
  const reasons = await dialog.findByRole('radiogroup', { name: 'Reason' })
  expect(within(reasons).queryByRole('radio', { checked: true })).toBeNull()
  await person.click(dialog.getByRole('button', { name: 'Delete this request' }))
  await dialog.findByText('Please select a reason.')
  const [first] = within(reasons).getAllByRole('radio')
  await waitFor(() => expect(document.activeElement).toBe(first))
  expect(server.callsTo(deleteBloodRequest)).toEqual([])
  await person.keyboard(' ')
  expect(dialog.queryByText('Please select a reason.')).toBeNull()
  await person.click(dialog.getByRole('button', { name: 'Delete this request' }))
  await screen.findByText('The blood request was deleted.')
  expect(server.callsTo(deleteBloodRequest)).toMatchObject([{ query: { reason: 'not-needed' } }])
})

test('no reason is asked for what an admin posted, or for one that is fulfilled', async () => {
  const own = { ...KARIM, userId: anAdmin().id }
  const { person, server } = open('', listing(own, { ...MITU, status: 'active' }))
  for (const [row, button, keep] of [
    ['Karim Uddin', 'Delete', 'Keep it'],
    ['Mitu Das', 'Mark as Fulfilled', 'Not yet'],
  ] as const) {
    await (button === 'Delete' ? chooseFromRow : pressInRow)(person, row, button)
    const dialog = within(await screen.findByRole('alertdialog'))
    await dialog.findByText(row)
    expect(dialog.queryByRole('radiogroup')).toBeNull()
    await person.click(dialog.getByRole('button', { name: keep }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  expect(server.callsTo(deleteBloodRequest)).toEqual([])
})

const messageOf = async (text: string) => (await screen.findByText(text)).closest('[role]')?.textContent

test('a failure leaves the focus in the next question, and stays beside its outcome, each with its request', async () => {
  const { reply, arrive } = awaiting(failing(closeBloodRequest))
  const deleted = replying(deleteBloodRequest, undefined)
  const { person } = await confirmAction('Cancel Request', 'Cancel this request', reply, deleted)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await chooseFromRow(person, 'Mitu Das', 'Delete')
  const dialog = await screen.findByRole('alertdialog')
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  const focused = document.activeElement
  arrive()
  const failed = 'Failed to update request status. Please try again.'
  expect(await messageOf(failed)).toMatch(/Patient: Karim Uddin$/)
  expect(document.activeElement).toBe(focused)
  await chooseReason(person)
  await person.click(within(dialog).getByRole('button', { name: 'Delete this request' }))
  expect(await messageOf('The blood request was deleted.')).toMatch(/Patient: Mitu Das$/)
  expect(await messageOf(failed)).toMatch(/Patient: Karim Uddin$/)
  ;(await findRow(/Karim Uddin/)).getByText('Active')
})

test('an empty list says so', async () => {
  open('', listing())
  await screen.findByText('No blood requests found in the system.')
})

test('the overview leads to the requests that wait for an offer, newest first; filters and an order can be added', async () => {
  const { person, server } = open('?offers=none-for-an-hour&status=active', listing(KARIM))
  await findRow(/Karim Uddin/)
  const ofOverview = { search: '', offers: 'none-for-an-hour', status: 'active' }
  const lastQuery = () => server.callsTo(listBloodRequests).at(-1)?.query
  expect(lastQuery()).toEqual({ ...ofOverview, sort: 'requestedAt', order: 'desc' })
  expect(screen.getByLabelText<HTMLSelectElement>('Offers').selectedOptions[0]?.textContent).toBe(
    'No offer for an hour',
  )
  await person.selectOptions(screen.getByLabelText('Urgency'), 'Urgent')
  await person.selectOptions(screen.getByLabelText('Blood Group'), 'AB-')
  await person.click(screen.getByRole('button', { name: 'Hospital' }))
  const added = { urgency: 'urgent', requiredBloodGroup: 'AB-', sort: 'hospitalName', order: 'asc' }
  await waitFor(() => expect(lastQuery()).toEqual({ ...ofOverview, ...added }))
})
