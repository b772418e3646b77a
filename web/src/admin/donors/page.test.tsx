import { listAuditEntries } from '@blood-bank/contract/audit/endpoints'
import {
  activateDonor,
  type DonorRecord,
  listDonors,
  verifyDonor,
} from '@blood-bank/contract/donors/administration'
import { listDonationsOfDonor } from '@blood-bank/contract/offers/donations'
import { listOffersOfDonor, type OwnOffer } from '@blood-bank/contract/offers/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDonorRecord, anAdmin, aPage, idOf } from '../../testing/builders.ts'
import { chooseFromRow, pressInRow, renderPage } from '../../testing/render-page.tsx'
import { awaiting, failing, type Reply, replying } from '../../testing/replies.ts'

const RIMA = aDonorRecord({ id: idOf(1) })
const ABIR = aDonorRecord({ id: idOf(2), fullName: 'Abir Hossain', isVerified: true, isProfileActive: false })

const NO_OFFER = replying(listOffersOfDonor, aPage([]))
const listing = (...records: DonorRecord[]) => replying(listDonors, aPage(records))
const open = (...replies: Reply[]) =>
  renderPage('/admin/donors', {
    user: anAdmin(),
    replies: [
      ...replies,
      ...(replies.some(({ endpoint }) => endpoint === listOffersOfDonor) ? [] : [NO_OFFER]),
    ],
  })
const findRow = async (name: RegExp) => within(await screen.findByRole('row', { name }))
/** Deactivates a donor after the question. */
async function deactivate(person: ReturnType<typeof open>['person'], name: string) {
  await chooseFromRow(person, name, 'Deactivate')
  const confirm = await screen.findByRole('button', { name: 'Deactivate' })
  await waitFor(() => expect(confirm.getAttribute('aria-busy')).toBeNull())
  await person.click(confirm)
}
const textsOf = (cells: HTMLElement[]) => cells.map(cell => cell.textContent)

test("a donor's row has everything that admins see", async () => {
  open(
    listing(aDonorRecord({ lastDonationDate: '2026-03-01', contactNumber: '01712 345678', isResting: true })),
  )
  expect(textsOf(await screen.findAllByRole('columnheader')).map(text => text?.replace(/[↑↓↕]/, ''))).toEqual(
    [
      'Full Name',
      'Blood Group',
      'Verification',
      'University ID',
      'Contact Number',
      'Actions',
      'Department',
      'Role',
      'Profile',
      'Last Donation',
      'Registered',
    ],
  )
  const row = await findRow(/Rima Akter/)
  expect(row.getByRole('rowheader').textContent).toBe('Rima Akter rima@campus.edu')
  const cells = textsOf(row.getAllByRole('cell'))
  expect(cells.slice(0, -1)).toEqual([
    'O+',
    'Not Verified',
    'CSE-2021-042',
    '01712 345678',
    'Verify',
    'Computer Science',
    'Student',
    'ActiveAvailableNot now',
    'March 1, 2026',
  ])
  expect(cells.at(-1)).toMatch(/^(Jan 31|Feb 1|Feb 2), 2026, \d+:30/)
  screen.getByText('1 donor')
})

test('a flag is shown at once; a failure undoes its own change only, and a refresh in between none', async () => {
  const [failed, verified] = [awaiting(failing(activateDonor)), awaiting(replying(verifyDonor, RIMA))]
  const { person, queryClient } = open(listing(RIMA, ABIR), failed.reply, verified.reply)
  const rima = await findRow(/Rima Akter/)
  await deactivate(person, 'Rima Akter')
  await person.click(rima.getByRole('button', { name: 'Verify' }))
  await rima.findByText('Inactive')
  await rima.findByText('Verified')
  await queryClient.refetchQueries()
  rima.getByText('Inactive')
  rima.getByText('Verified')
  failed.arrive()
  await rima.findByText('Active')
  rima.getByText('Verified')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to update donor profile active status.Donor: Rima Akter',
  )
})

test('Verify makes a donor Verified, and the button takes it back then', async () => {
  const { person, server } = open(listing(RIMA), replying(verifyDonor, { ...RIMA, isVerified: true }))
  const row = await findRow(/Rima Akter/)
  await person.click(row.getByRole('button', { name: 'Verify', description: 'Rima Akter' }))
  await row.findByText('Verified')
  expect(row.queryByRole('button', { name: 'Verify' })).toBeNull()
  expect(document.activeElement).toBe(row.getByRole('button', { name: 'Unverify' }))
  expect(server.callsTo(verifyDonor)).toMatchObject([{ params: { id: RIMA.id }, body: { isVerified: true } }])
  expect(server.callsTo(listDonors)).toHaveLength(1)
})

test.each([
  ['Unverify', 'Not Verified', verifyDonor, ABIR, { isVerified: false }, 'Verify'],
  ['Deactivate', 'Inactive', activateDonor, RIMA, { isProfileActive: false }, 'More'],
  ['Activate', 'Active', activateDonor, ABIR, { isProfileActive: true }, 'Unverify'],
])('%s makes a donor %s, and keeps the focus', async (button, state, endpoint, donor, change, focused) => {
  const { person, server } = open(listing(donor), replying(endpoint, { ...donor, ...change }))
  const row = await findRow(new RegExp(donor.fullName))
  await (button === 'Deactivate'
    ? deactivate(person, donor.fullName)
    : pressInRow(person, donor.fullName, button))
  await row.findByText(state)
  await waitFor(() => expect(document.activeElement).toBe(row.getByRole('button', { name: focused })))
  await waitFor(() =>
    expect(server.callsTo(endpoint)).toMatchObject([{ params: { id: donor.id }, body: change }]),
  )
})

const OFFER: OwnOffer = {
  id: idOf(11),
  status: 'offered',
  offeredAt: '2026-11-03T09:05:00.000Z',
  settledAt: null,
  requiredBloodGroup: 'O+',
  component: 'blood',
  bloodRequest: {
    id: idOf(12),
    status: 'active',
    unitsRequired: 1,
    urgency: 'urgent',
    hospitalName: 'BIRDEM General Hospital',
    hospitalLocation: null,
  },
  onTheWay: null,
  contact: null,
}

test.each([
  [
    'an offer that stands',
    replying(listOffersOfDonor, aPage([OFFER])),
    'The offer at BIRDEM General Hospital is withdrawn, and both sides get an email.',
  ],
  [
    'an offer that has ended',
    replying(listOffersOfDonor, aPage([{ ...OFFER, status: 'released' as const }])),
    'No open offer at the moment. The donor gets an email.',
  ],
  [
    'offers that cannot be fetched',
    failing(listOffersOfDonor),
    'An open offer is withdrawn, and both sides get an email.',
  ],
])('before a donor with %s is deactivated the page says what follows', async (_, offers, consequence) => {
  const { person, server } = open(listing(RIMA), offers)
  await chooseFromRow(person, 'Rima Akter', 'Deactivate')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Deactivate Rima Akter?' }))
  dialog.getByText(/^They no longer appear in searches/)
  await dialog.findByText(consequence)
  await person.click(dialog.getByRole('button', { name: 'Keep active' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(server.callsTo(activateDonor)).toEqual([])
})

test('a donor whom another admin deactivates during the question is not activated', async () => {
  const inactive = { ...RIMA, isProfileActive: false }
  const { person, server, queryClient } = open(
    listing(RIMA),
    listing(inactive),
    replying(activateDonor, inactive),
  )
  await chooseFromRow(person, 'Rima Akter', 'Deactivate')
  const dialog = within(await screen.findByRole('alertdialog'))
  await queryClient.refetchQueries()
  await screen.findByText('Inactive')
  await person.click(dialog.getByRole('button', { name: 'Deactivate' }))
  await waitFor(() =>
    expect(server.callsTo(activateDonor)).toMatchObject([{ body: { isProfileActive: false } }]),
  )
})

test('a link opens the sheet of a donor, which has the donations', async () => {
  const { person, path } = renderPage(`/admin/donors?search=rima&donations=${RIMA.id}`, {
    user: anAdmin(),
    replies: [
      listing(RIMA),
      replying(listOffersOfDonor, aPage([])),
      replying(listDonationsOfDonor, aPage([])),
      replying(listAuditEntries, aPage([])),
    ],
  })
  const sheet = within(await screen.findByRole('complementary', { name: 'Rima Akter' }))
  await sheet.findByRole('button', { name: 'Record donation' })
  await person.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  expect(path()).toBe('/admin/donors?search=rima')
})

test('without donors the page says so', async () => {
  open(listing())
  await screen.findByText('No donors have registered yet.')
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
})

test('loading is announced once, and the placeholder is hidden from screen readers', async () => {
  const list = awaiting(listing(RIMA))
  open(list.reply)
  await screen.findByText('Full Name')
  const status = screen.getByText('Loading...')
  expect(screen.queryByRole('table')).toBeNull()
  list.arrive()
  await findRow(/Rima Akter/)
  expect(status.textContent).toBe('1 donor')
})
