import {
  activateDonor,
  type DonorRecord,
  listDonors,
  verifyDonor,
} from '@blood-bank/contract/donors/endpoints'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDonorRecord, anAdmin, idOf } from '../../testing/admin-builders.ts'
import { aPage } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { awaiting, failing, hanging, type Reply, refusing, replying } from '../../testing/replies.ts'

const RIMA = aDonorRecord({ id: idOf(1) })
const ABIR = aDonorRecord({ id: idOf(2), fullName: 'Abir Hossain', isVerified: true, isProfileActive: false })

const listing = (...records: DonorRecord[]) => replying(listDonors, aPage(records))
const open = (...replies: Reply[]) => renderPage('/admin/donors', { user: anAdmin(), replies })
const findRow = async (name: RegExp) => within(await screen.findByRole('row', { name }))
const textsOf = (cells: HTMLElement[]) => cells.map(cell => cell.textContent)

test("a donor's row has everything that admins see", async () => {
  open(listing(aDonorRecord({ lastDonationDate: '2026-03-01', contactNumber: '01712 345678' })))
  expect(textsOf(await screen.findAllByRole('columnheader')).map(text => text?.replace(/[↑↓↕]/, ''))).toEqual(
    [
      'Full Name',
      'Blood Group',
      'Verification',
      'Profile',
      'Contact Number',
      'More',
      'Availability',
      'Last Donation',
      'Registered',
      'Department',
    ],
  )
  const row = await findRow(/Rima Akter/)
  expect(row.getByRole('rowheader').textContent).toBe(
    'Rima Akter rima@campus.edu CSE-2021-042 · Student Computer Science',
  )
  const [group, verification, profile, contact, , ...others] = textsOf(row.getAllByRole('cell'))
  expect([group, verification, profile, contact]).toEqual([
    'O+',
    'Not VerifiedVerify',
    'ActiveDeactivate',
    '01712 345678',
  ])
  expect(others.slice(0, 2)).toEqual(['Available', 'March 1, 2026'])
  expect(others[2]).toMatch(/^(Jan 31|Feb 1|Feb 2), 2026, \d+:30/)
  screen.getByText('1 donor')
})

test('two changes that fail are both shown, each with its donor', async () => {
  const [first, second] = [awaiting(failing(activateDonor)), awaiting(failing(activateDonor))]
  const { person } = open(listing(RIMA, ABIR), first.reply, second.reply)
  await person.click((await findRow(/Rima Akter/)).getByRole('button', { name: 'Deactivate' }))
  await person.click((await findRow(/Abir Hossain/)).getByRole('button', { name: 'Activate' }))
  first.arrive()
  await screen.findByText('Donor: Rima Akter')
  second.arrive()
  await screen.findByText('Donor: Abir Hossain')
  screen.getByText('Donor: Rima Akter')
})

test('a flag is shown at once; a failure undoes its own change only, and a refresh in between none', async () => {
  const [failed, verified] = [awaiting(failing(activateDonor)), awaiting(replying(verifyDonor, RIMA))]
  const { person, queryClient } = open(listing(RIMA, ABIR), failed.reply, verified.reply)
  const rima = await findRow(/Rima Akter/)
  await person.click(rima.getByRole('button', { name: 'Deactivate' }))
  await person.click(rima.getByRole('button', { name: 'Verify' }))
  await rima.findByText('Inactive')
  await rima.findByText('Verified')
  await queryClient.refetchQueries()
  rima.getByText('Inactive')
  rima.getByText('Verified')
  failed.arrive()
  await rima.findByText('Active')
  rima.getByText('Verified')
})

test('a private number stays private', async () => {
  open(listing(RIMA))
  ;(await findRow(/Rima Akter/)).getByText('Contact information is private.')
})

test.each([
  ['Verify', 'Verified', 'Unverify', verifyDonor, RIMA, { isVerified: true }],
  ['Unverify', 'Not Verified', 'Verify', verifyDonor, ABIR, { isVerified: false }],
  ['Deactivate', 'Inactive', 'Activate', activateDonor, RIMA, { isProfileActive: false }],
  ['Activate', 'Active', 'Deactivate', activateDonor, ABIR, { isProfileActive: true }],
])('%s makes a donor %s, and keeps the focus', async (button, state, opposite, endpoint, donor, change) => {
  const { person, server } = open(listing(RIMA, ABIR), replying(endpoint, { ...donor, ...change }))
  const row = await findRow(new RegExp(donor.fullName))
  await person.click(row.getByRole('button', { name: button, description: donor.fullName }))
  expect(document.activeElement).toBe(await row.findByRole('button', { name: opposite }))
  row.getByText(state)
  expect(server.callsTo(endpoint)).toMatchObject([{ params: { id: donor.id }, body: change }])
  expect(server.callsTo(listDonors)).toHaveLength(1)
})

test('a button of a donor cannot be pressed twice during an update', async () => {
  const { person, server } = open(listing(RIMA), hanging(verifyDonor))
  const button = (await findRow(/Rima Akter/)).getByRole('button', { name: 'Verify' })
  await person.click(button)
  await person.click(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(server.callsTo(verifyDonor)).toHaveLength(1)
})

test("for a deleted donor the server's message is shown, and the row is marked in its place", async () => {
  const { person } = open(listing(RIMA, ABIR), listing(ABIR), refusing(verifyDonor, 'donor-gone'))
  await person.click((await findRow(/Rima Akter/)).getByRole('button', { name: 'Verify' }))
  await screen.findByText('This donor profile no longer exists.')
  await (await findRow(/Rima Akter/)).findByText('No longer in this list')
})

test('without donors the page says so', async () => {
  open(listing())
  await screen.findByText('No donors have registered yet.')
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
