import {
  closeBloodRequest,
  deleteBloodRequest,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBloodRequest, aDonor, aPage, aUser } from '../../testing/builders.ts'
import { confirmDialog, renderPage } from '../../testing/render-page.tsx'
import { awaiting, type Reply, refusing, replying } from '../../testing/replies.ts'

const ACTIVE = aBloodRequest()
const FULFILLED = aBloodRequest({ status: 'fulfilled' })

const posted = (...records: (typeof ACTIVE)[]) => replying(listOwnBloodRequests, aPage(records))
const open = (...replies: Reply[]) =>
  renderPage('/dashboard', {
    user: aUser(),
    replies: [...replies, replying(readOwnDonor, { donor: null }), posted(ACTIVE)],
  })

const findRegion = async (name: string) => within(await screen.findByRole('region', { name }))
const findCard = async () => within(await screen.findByRole('article', { name: /Karim Uddin$/ }))

/** Presses a button of the request and confirms the dialog. */
async function confirmAction({ person }: ReturnType<typeof open>, button: string) {
  await person.click((await findCard()).getByRole('button', { name: button }))
  await confirmDialog(person)
}

test('the donor profile is shown with an Edit link, and the later of two dates of a donation', async () => {
  const donor = aDonor({
    lastDonationDate: '2025-01-10',
    recordedDonationDate: '2025-03-14',
    isVerified: true,
  })
  open(replying(readOwnDonor, { donor }))
  const profile = await findRegion('My Donor Profile')
  for (const fact of [
    'Rima Akter',
    'CSE-2021-042',
    'Student',
    'Computer Science',
    'O+',
    '01712 345678',
    'March 14, 2025',
    'Private',
    'Verified',
  ])
    await profile.findByText(fact)
  expect(profile.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/edit-donor-profile')
  expect(profile.queryByText('Inactive')).toBeNull()
})

test('an unverified, inactive profile says so', async () => {
  const donor = aDonor({ isAvailable: false, allowContactVisibility: true, isProfileActive: false })
  open(replying(readOwnDonor, { donor }))
  const profile = await findRegion('My Donor Profile')
  for (const fact of ['Not Verified', 'Inactive', 'Shown to people searching', 'None yet'])
    await profile.findByText(fact)
  screen.getByText("You don't appear in searches and get no alerts.")
})

test('on top stand the group of a donor and whether they are available', async () => {
  open(replying(readOwnDonor, { donor: aDonor() }))
  const control = await screen.findByRole('switch', { name: 'Available to donate' })
  screen.getByText('By your dates you may be able to give. You appear in searches.')
  expect(control.closest('section')).toBeNull()
})

test.each([
  [true, "We don't ask you for blood before."],
  [false, "You don't appear in searches and get no alerts."],
])(
  'a donor who has given lately rests, and the switch is in the profile: available %s',
  async (isAvailable, text) => {
    open(replying(readOwnDonor, { donor: aDonor({ eligibleFrom: '2027-03-22', isAvailable }) }))
    await screen.findByText('Resting until March 22.')
    expect(screen.getAllByText(text).length).toBeGreaterThan(0)
    ;(await findRegion('My Donor Profile')).getByRole('switch', { name: 'Available to donate' })
  },
)

test('a member who is not a donor is invited to register', async () => {
  open()
  const profile = await findRegion('My Donor Profile')
  const link = await profile.findByRole('link', { name: 'Register as Donor' })
  expect(link.getAttribute('href')).toBe('/register-donor')
})

test('an active request has all buttons, a closed one can be posted again or deleted', async () => {
  const closed = aBloodRequest({
    id: '0192f0c1-0000-7000-8000-0000000000ab',
    patientName: 'Fatema Begum',
    status: 'cancelled',
    urgency: 'low',
  })
  const { person } = open(posted(ACTIVE, closed))
  const first = await findCard()
  await person.click(await screen.findByText('Earlier requests (1)'))
  const second = within(await screen.findByRole('article', { name: /Fatema Begum$/ }))
  for (const text of ['AB-', 'Urgent', 'Active', '2', '01712 345678']) first.getByText(text)
  first.getByText('2 units, Urgent, for Karim Uddin')
  expect(first.getAllByRole('button').map(button => button.textContent)).toEqual([
    'Share',
    'Mark as Fulfilled',
    'Cancel Request',
    'Delete',
  ])
  second.getByText('Low')
  expect(second.getAllByText('Cancelled')).toHaveLength(2)
  await second.findByRole('button', { name: 'Post again' })
  expect(second.getAllByRole('button').map(button => button.textContent)).toEqual(['Post again', 'Delete'])
})

test('after a deletion the heading of the list has the focus, and a message is shown', async () => {
  const page = open(posted(ACTIVE), posted(), replying(deleteBloodRequest, undefined))
  await confirmAction(page, 'Delete')
  await screen.findByText('The blood request was deleted.')
  await screen.findByText('You have not posted any blood requests yet.')
  const heading = screen.getByRole('heading', { name: 'My Posted Blood Requests' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test('an action that is not confirmed does nothing', async () => {
  const page = open()
  for (const [name, keep] of [
    ['Mark as Fulfilled', 'Not yet'],
    ['Cancel Request', 'Keep it'],
    ['Delete', 'Keep it'],
  ] as const) {
    const button = (await findCard()).getByRole('button', { name })
    await page.person.click(button)
    const dialog = within(await screen.findByRole('alertdialog'))
    dialog.getByText('City Hospital')
    await page.person.click(dialog.getByRole('button', { name: keep }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button))
  }
  expect(page.server.callsTo(closeBloodRequest)).toEqual([])
  expect(page.server.callsTo(deleteBloodRequest)).toEqual([])
  expect(page.server.callsTo(listOwnBloodRequests)).toHaveLength(1)
})

test('for a request closed elsewhere a message is shown, and the list shows its status', async () => {
  const { reply, arrive } = awaiting(refusing(closeBloodRequest, 'blood-request-closed'))
  const page = open(posted(ACTIVE), posted(FULFILLED), reply)
  await confirmAction(page, 'Cancel Request')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/Karim Uddin$/))
  arrive()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to update request status. Please try again. This blood request is already closed. Only an active request can be changed.',
  )
  expect((await findCard()).getAllByText(/Fulfilled$/)).toHaveLength(2)
  const heading = screen.getByRole('heading', { name: 'My Posted Blood Requests' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test('for a request deleted elsewhere a message is shown, and it disappears', async () => {
  const page = open(posted(ACTIVE), posted(), refusing(deleteBloodRequest, 'blood-request-not-found'))
  await confirmAction(page, 'Delete')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to delete blood request. Please try again. This blood request no longer exists.',
  )
  expect(screen.queryByRole('article')).toBeNull()
})

test('a member without requests gets a link to post one', async () => {
  open(posted())
  const requests = await findRegion('My Posted Blood Requests')
  await requests.findByText('You have not posted any blood requests yet.')
  expect(requests.getByRole('link', { name: 'Post a Request' }).getAttribute('href')).toBe('/post-request')
})
