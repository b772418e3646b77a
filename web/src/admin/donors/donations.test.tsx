import { listAuditEntries } from '@blood-bank/contract/audit/endpoints'
import { listDonors } from '@blood-bank/contract/donors/administration'
import {
  correctDonation,
  type Donation,
  listDonationsOfDonor,
  recordDonationOfDonor,
  undoDonation,
} from '@blood-bank/contract/offers/donations'
import { listOffersOfDonor, type OfferOfDonor } from '@blood-bank/contract/offers/endpoints'
import { waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDonorRecord, anAdmin, anOwnOffer, aPage, idOf } from '../../testing/builders.ts'
import { fillIn, openSheet, renderPage, wholeText } from '../../testing/render-page.tsx'
import { failing, type Reply, replying } from '../../testing/replies.ts'

const RIMA = aDonorRecord({ id: idOf(1) })

const aDonation = (overrides: Partial<Donation> = {}): Donation => ({
  id: idOf(11),
  component: 'blood',
  donatedOn: '2026-03-01',
  recordedBy: 'requester',
  recordedAt: '2026-03-01T09:05:00.000Z',
  disputedAt: null,
  ...overrides,
})
const DISPUTED = aDonation({ disputedAt: '2026-03-02T09:05:00.000Z' })

const anOffer = (overrides: Partial<OfferOfDonor> = {}): OfferOfDonor => {
  const { contact, ...offer } = anOwnOffer()
  return { ...offer, ...overrides }
}

const donations = (...records: Donation[]) => replying(listDonationsOfDonor, aPage(records))
const offers = (...records: OfferOfDonor[]) => replying(listOffersOfDonor, aPage(records))

/** Opens the sheet of a donor. */
async function open(...replies: Reply[]) {
  const page = renderPage('/admin/donors', {
    user: anAdmin(),
    replies: [
      replying(listDonors, aPage([RIMA])),
      ...replies,
      offers(),
      replying(listAuditEntries, aPage([])),
    ],
  })
  const dialog = await openSheet(page.person, 'Rima Akter')
  const press = async (name: string) => page.person.click(await dialog.findByRole('button', { name }))
  return { ...page, dialog, press }
}

test('an admin sees the donations of a donor, who recorded them, and the standing offer', async () => {
  const { dialog } = await open(
    donations(
      aDonation(),
      aDonation({
        id: idOf(12),
        donatedOn: '2025-03-01',
        recordedBy: 'donor',
        component: 'apheresis-platelets',
      }),
    ),
    offers(anOffer()),
  )
  const list = within(await dialog.findByRole('list', { name: 'Donations' }))
  const items = list.getAllByRole('listitem')
  expect(items.map(item => item.textContent)).toEqual([
    expect.stringContaining('March 1, 2026Recorded by the member who posted the request.'),
    expect.stringContaining('March 1, 2025Platelets by machineAdded by the donor.'),
  ])
  await dialog.findByText(
    wholeText(
      /^Has offered to donate for the O\+ request at City Hospital since Mar 2, 2026, \d+:05\s[AP]M\.$/,
    ),
  )
  expect(dialog.queryByText('Disputed')).toBeNull()
})

test('an admin records a donation', async () => {
  const { person, dialog, press, server } = await open(
    donations(),
    donations(aDonation({ recordedBy: 'admin' })),
    replying(recordDonationOfDonor, aDonation({ recordedBy: 'admin' })),
  )
  await fillIn(person, { 'Donation Date': '2026-03-01' })
  await person.click(dialog.getByRole('radio', { name: 'Platelets by machine' }))
  await press('Record donation')
  await dialog.findByText('Recorded by an admin.')
  expect(server.callsTo(recordDonationOfDonor)).toMatchObject([
    { params: { id: RIMA.id }, body: { donatedOn: '2026-03-01', component: 'apheresis-platelets' } },
  ])
  await waitFor(() => expect(server.callsTo(listDonors)).toHaveLength(2))
})

test('a disputed donation is marked; the admin confirms it, which settles the dispute', async () => {
  const { dialog, press, server } = await open(
    donations(DISPUTED),
    donations(aDonation()),
    replying(correctDonation, aDonation()),
  )
  await dialog.findByText('Disputed')
  await press('It happened')
  await waitFor(() => expect(dialog.queryByText('Disputed')).toBeNull())
  expect(server.callsTo(correctDonation)).toMatchObject([
    { params: { id: DISPUTED.id }, body: { donatedOn: '2026-03-01' } },
  ])
  expect(document.activeElement).toBe(dialog.getByRole('list', { name: 'Donations' }))
})

test('an admin corrects the date of a donation', async () => {
  const { person, dialog, press, server } = await open(
    donations(DISPUTED),
    donations(aDonation({ donatedOn: '2026-02-27' })),
    replying(correctDonation, aDonation({ donatedOn: '2026-02-27' })),
  )
  await press('Correct')
  const [date] = dialog.getAllByLabelText<HTMLInputElement>(/^Donation Date/)
  if (!date) throw new Error('There is no date field.')
  expect(date.value).toBe('2026-03-01')
  await person.clear(date)
  await person.type(date, '2026-02-27')
  await press('Save')
  await dialog.findByText('February 27, 2026')
  expect(server.callsTo(correctDonation)).toMatchObject([{ body: { donatedOn: '2026-02-27' } }])
})

test.each([
  ['a donation', 'Undo', aDonation()],
  ['a disputed donation', "It didn't happen", DISPUTED],
])('an admin undoes %s after confirming, and is told if that fails', async (_, button, donation) => {
  const { dialog, press, server } = await open(donations(donation), failing(undoDonation))
  await press(button)
  await press('Keep it')
  expect(server.callsTo(undoDonation)).toEqual([])
  await press(button)
  await press('Undo this donation')
  expect((await dialog.findByRole('alert')).textContent).toContain('Failed to change the donation.')
  server.answer(replying(undoDonation, undefined))
  server.answer(donations())
  await press(button)
  await press('Undo this donation')
  await dialog.findByText('No donation has been recorded yet.')
  expect(server.callsTo(undoDonation)).toMatchObject([{}, { params: { id: idOf(11) } }])
})

test('donations and offers that fail to load can be retried', async () => {
  const { dialog, person } = await open(
    failing(listDonationsOfDonor),
    failing(listDonationsOfDonor),
    donations(aDonation()),
    failing(listOffersOfDonor),
    failing(listOffersOfDonor),
    offers(anOffer({ status: 'withdrawn' })),
  )
  await dialog.findByText('Failed to load the donations.')
  await dialog.findByText('Failed to load the offers.')
  for (const button of dialog.getAllByRole('button', { name: 'Retry' })) await person.click(button)
  await dialog.findByText('March 1, 2026')
  await dialog.findByText('No open offer at the moment.')
})
