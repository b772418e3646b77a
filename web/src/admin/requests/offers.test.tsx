import { readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { type AuditEntry, listAuditEntries } from '@blood-bank/contract/audit/endpoints'
import {
  type BloodRequestRecord,
  listBloodRequests,
} from '@blood-bank/contract/blood-requests/administration'
import { undoDonation } from '@blood-bank/contract/offers/donations'
import {
  listReceivedOffers,
  type ReceivedOffer,
  recordDonationOfOffer,
  releaseOffer,
} from '@blood-bank/contract/offers/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBloodRequestRecord, anAdmin, aPage, idOf } from '../../testing/builders.ts'
import { fillIn, openSheet, pressInRow, renderPage, wholeText } from '../../testing/render-page.tsx'
import { awaiting, failing, type Reply, refusing, replying } from '../../testing/replies.ts'

const KARIM = aBloodRequestRecord({ id: idOf(1), unitsGiven: 1, offersStanding: 2 })

const anOffer = (overrides: Partial<ReceivedOffer> = {}): ReceivedOffer => ({
  id: idOf(11),
  status: 'offered',
  offeredAt: '2026-11-03T09:05:00.000Z',
  settledAt: null,
  donor: { fullName: 'Rima Akter', bloodGroup: 'O-', contactNumber: null },
  onTheWay: null,
  donation: null,
  ...overrides,
})
const SETTLED = { settledAt: '2026-11-04T09:05:00.000Z', donor: null }
const GIVEN = anOffer({
  ...SETTLED,
  status: 'donated',
  donation: { id: idOf(21), donatedOn: '2026-11-04', undoableUntil: null },
})

const offers = (...records: ReceivedOffer[]) => replying(listReceivedOffers, aPage(records))
const listing = (bloodRequest: BloodRequestRecord) => replying(listBloodRequests, aPage([bloodRequest]))

const ASKED = replying(readAlertProgress, {
  donorsAsked: 'more than 10',
  askedAt: '2026-11-03T09:00:00.000Z',
  asksAgainAt: null,
  isHeldBack: false,
  usualAnswerMinutes: null,
  onCall: null,
  hotlineNumber: null,
  clubDonors: [],
  clubDonorsGave: 0,
})
const FOUND_REAL: AuditEntry = {
  id: idOf(31),
  at: '2026-11-03T09:10:00.000Z',
  actor: { id: idOf(32), name: 'Rafi Ahmed', email: 'rafi@campus.edu' },
  action: 'blood-request-found-real',
  record: { type: 'blood-request', id: KARIM.id, name: 'Karim Uddin' },
  before: null,
  after: null,
  note: null,
}
const HISTORY = replying(listAuditEntries, aPage([FOUND_REAL], { total: 7 }))

/** Opens the sheet of Karim's request. */
async function open(...replies: Reply[]) {
  const page = renderPage('/admin/requests', {
    user: anAdmin(),
    replies: [listing(KARIM), ASKED, HISTORY, ...replies],
  })
  const row = within(await screen.findByRole('row', { name: /Karim Uddin/ }))
  row.getByText('1 of 2 given, 2 offered')
  const dialog = await openSheet(page.person, 'Karim Uddin')
  const press = async (name: string) => page.person.click(await dialog.findByRole('button', { name }))
  return { ...page, dialog, press }
}

test('an admin sees who offered, their groups and the status, and no private number', async () => {
  const { dialog } = await open(
    offers(
      anOffer(),
      anOffer({ id: idOf(12), status: 'withdrawn', ...SETTLED }),
      anOffer({ id: idOf(13), status: 'released', ...SETTLED }),
      { ...GIVEN, id: idOf(14) },
      anOffer({ id: idOf(15), status: 'released', ...SETTLED, turnedAway: { undoableUntil: null } }),
    ),
  )
  const list = within(await dialog.findByRole('list', { name: 'Offers' }))
  const items = list.getAllByRole('listitem').map(item => item.textContent)
  expect(items[0]).toMatch(/^Rima Akter.*O-.*Offered on Nov 3, 2026, .* The offer is open\./)
  expect(items[1]).toMatch(/^A donor.*The donor can no longer come\.$/)
  expect(items[2]).toMatch(/^A donor.*The donor was told that they are not needed\.$/)
  expect(items[3]).toMatch(/^A donor.*Donated on November 4, 2026\.Undo donation$/)
  expect(items[4]).toMatch(/^A donor.*The donor came, but the hospital couldn't take them\.$/)
  expect(list.queryByRole('link')).toBeNull()
})

test('the reply to a change leaves the focus of an admin who has gone on to another offer', async () => {
  const other = anOffer({
    id: idOf(12),
    donor: { fullName: 'Mitu Das', bloodGroup: 'O+', contactNumber: null },
  })
  const { reply, arrive } = awaiting(replying(releaseOffer, anOffer({ status: 'released', ...SETTLED })))
  const { dialog, person, server } = await open(offers(anOffer(), other), reply)
  await person.click(await dialog.findByRole('button', { name: 'Not needed', description: 'Rima Akter' }))
  await person.click(dialog.getByRole('button', { name: 'Record donation', description: 'Mitu Das' }))
  const field = dialog.getByLabelText('Donation Date')
  field.focus()
  server.answer(offers(anOffer({ status: 'released', ...SETTLED }), other))
  arrive()
  await dialog.findByText(/The donor was told that they are not needed\./)
  expect(document.activeElement).toBe(field)
})

test('the sheet of a request has its facts, its actions, about how many were asked, and what admins did', async () => {
  const { dialog } = await open(offers())
  expect(dialog.getByText('Hospital').nextSibling?.textContent).toBe('City Hospital')
  dialog.getByRole('button', { name: 'Cancel Request' })
  expect(dialog.queryByText('Location'), 'what is empty').toBeNull()
  await dialog.findByText(wholeText(/^We asked more than 10 donors, last on Nov 3, 2026, \d+:00\s[AP]M\.$/))
  await dialog.findByText('Rafi Ahmed said that the blood request for Karim Uddin is real')
  const rest = dialog.getByRole('link', { name: 'All entries' })
  expect(rest.getAttribute('href')).toBe(`/admin/audit-log?record=${KARIM.id}`)
})

test('an admin tells a donor that they are not needed', async () => {
  const released = anOffer({ status: 'released', ...SETTLED })
  const { dialog, press, server } = await open(
    offers(anOffer()),
    offers(released),
    replying(releaseOffer, released),
  )
  await press('Not needed')
  await dialog.findByText(/The donor was told that they are not needed\./)
  expect(server.callsTo(releaseOffer)).toMatchObject([{ params: { id: idOf(11) } }])
  expect(server.callsTo(listBloodRequests)).toHaveLength(2)
  expect(document.activeElement).toBe(dialog.getByRole('list', { name: 'Offers' }))
})

test('an admin confirms what only the donor says', async () => {
  const donation = { id: idOf(21), donatedOn: '2026-11-04', undoableUntil: null }
  const { dialog, press, server } = await open(
    offers({ ...GIVEN, donation: { ...donation, isUnconfirmed: true } }),
    offers(GIVEN),
    replying(recordDonationOfOffer, GIVEN),
  )
  await dialog.findByText(/The donor says that they gave on November 4, 2026\./)
  await press('They gave')
  await dialog.findByText(/Donated on November 4, 2026\./)
  expect(server.callsTo(recordDonationOfOffer)).toMatchObject([{ body: { donatedOn: '2026-11-04' } }])
})

test('an admin records the donation of an offer, and undoes it', async () => {
  const { person, dialog, press, server } = await open(
    offers(anOffer()),
    offers(GIVEN),
    offers(anOffer()),
    replying(recordDonationOfOffer, GIVEN),
    replying(undoDonation, undefined),
  )
  await press('Record donation')
  await fillIn(person, { 'Donation Date': '2026-11-04' })
  await press('Save donation')
  await dialog.findByText(/Donated on November 4, 2026\./)
  expect(server.callsTo(recordDonationOfOffer)).toMatchObject([
    { params: { id: idOf(11) }, body: { donatedOn: '2026-11-04' } },
  ])
  await press('Undo donation')
  await press('Undo this donation')
  await dialog.findByText(/The offer is open\./)
  expect(server.callsTo(undoDonation)).toMatchObject([{ params: { id: idOf(21) } }])
})

test('an offer that has changed meanwhile is explained, and the list is loaded again', async () => {
  const { dialog, press } = await open(
    offers(anOffer()),
    offers(anOffer({ status: 'withdrawn', ...SETTLED })),
    refusing(releaseOffer, 'offer-settled'),
  )
  await press('Not needed')
  expect((await dialog.findByRole('alert')).textContent).toContain('has changed in the meantime')
  await dialog.findByText(/The donor can no longer come\./)
})

test('offers that fail to load can be retried, and where there are none the sheet says so', async () => {
  const { dialog, press } = await open(failing(listReceivedOffers), failing(listReceivedOffers), offers())
  await dialog.findByText('Failed to load the offers.')
  await press('Retry')
  await dialog.findByText('Nobody has offered to donate for this request yet.')
  await press('Close')
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
})

test('a donor who was told that they are not needed is not asked about when the request is fulfilled', async () => {
  const released = anOffer({ status: 'released', ...SETTLED })
  const { person, press, server } = await open(offers(anOffer()), replying(releaseOffer, released))
  const askWhoGave = async () => {
    await pressInRow(person, 'Karim Uddin', 'Mark as Fulfilled')
    return within(await screen.findByRole('alertdialog'))
  }
  await press('Close')
  const question = await askWhoGave()
  await question.findByRole('checkbox', { name: 'Rima Akter (O−)' })
  await person.click(question.getByRole('button', { name: 'Not yet' }))
  await openSheet(person, 'Karim Uddin')
  const release = await screen.findByRole('button', { name: 'Not needed' })
  server.answer(offers(released))
  await person.click(release)
  await screen.findByText(/The donor was told that they are not needed\./)
  await person.click(screen.getByRole('button', { name: 'Close' }))
  // Known before the offers are fetched again.
  server.answer(awaiting(offers(released)).reply)
  expect((await askWhoGave()).queryByRole('checkbox')).toBeNull()
})
