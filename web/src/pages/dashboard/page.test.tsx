import {
  type BloodRequest,
  closeBloodRequest,
  deleteBloodRequest,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests/endpoints'
import {
  dismissRequestDeletion,
  listRequestDeletions,
  type RequestDeletion,
} from '@blood-bank/contract/blood-requests/removals'
import { type Donor, readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { DAY_MS } from '@blood-bank/contract/durations'
import { listOwnOffers } from '@blood-bank/contract/offers/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findDraft, saveDraft } from '../../forms/drafts.ts'
import { aBloodRequest, aDonor, anOwnOffer, aPage, aUser, idOf } from '../../testing/builders.ts'
import { confirmDialog, renderPage, valueIn, wholeText } from '../../testing/render-page.tsx'
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

test('the donor profile is shown with an Edit link, and without what one knows of oneself', async () => {
  open(replying(readOwnDonor, { donor: aDonor({ lastDonationDate: '2025-01-10', isVerified: true }) }))
  const profile = await findRegion('My Donor Profile')
  for (const fact of ['Rima Akter', 'O+', 'Verified']) await profile.findByText(fact)
  expect(profile.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/edit-donor-profile')
  for (const known of ['CSE-2021-042', 'Student', 'Computer Science', '01712 345678', 'Private', /2025/])
    expect(profile.queryByText(known)).toBeNull()
  expect(profile.queryByText('Inactive')).toBeNull()
})

test('an unverified, inactive profile says so', async () => {
  const donor = aDonor({ isAvailable: false, isProfileActive: false })
  open(replying(readOwnDonor, { donor }))
  const profile = await findRegion('My Donor Profile')
  for (const fact of ['Not Verified', 'Inactive']) await profile.findByText(fact)
  screen.getByText("You don't appear in searches and get no alerts.")
})

test('on top stand the group of a donor and whether they are available', async () => {
  open(posted(), replying(readOwnDonor, { donor: aDonor() }), replying(listOwnOffers, aPage([anOwnOffer()])))
  const control = await screen.findByRole('switch', { name: 'Available to donate' })
  screen.getByText('By your dates you may be able to give. You appear in searches.')
  expect(control.closest('section')).toBeNull()
})

test.each([
  [true, "We won't ask you for blood until then."],
  [false, "You don't appear in searches and get no alerts."],
])(
  'a donor who has given lately rests, and the switch is in the profile: available %s',
  async (isAvailable, text) => {
    open(replying(readOwnDonor, { donor: aDonor({ eligibleFrom: '2027-03-22', isAvailable }) }))
    await screen.findByText('You can give again from Mar 22, 2027.')
    screen.getByText(text)
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
  open(posted(ACTIVE, closed))
  const first = await findCard()
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

const YESTERDAY = new Date(Date.now() - DAY_MS).toISOString()
const LONG_AGO = '2026-03-02T12:00:00.000Z'

const CANCELLED = {
  status: 'cancelled',
  closedByAdminAt: YESTERDAY,
  closingReason: 'duplicate',
} satisfies Partial<BloodRequest>

const openChanged = (bloodRequest: Partial<BloodRequest>, ...replies: Reply[]) =>
  renderPage('/dashboard', {
    user: aUser(),
    replies: [...replies, replying(listOwnBloodRequests, aPage([aBloodRequest(bloodRequest)]))],
  })

test('whose request an admin cancelled sees when and why first, without unfolding anything', async () => {
  openChanged(CANCELLED)
  const card = await findCard()
  await card.findByText(wholeText(/^An admin cancelled this request on \w+ \d+, 20\d\d/))
  card.getByText('Reason: There is another request for the same patient.')
  const [first] = screen.getAllByRole('heading', { level: 2 })
  expect(first?.textContent).toBe('My Posted Blood Requests')
})

test('whose request an admin marked as fulfilled sees when', async () => {
  openChanged({ status: 'fulfilled', closedByAdminAt: YESTERDAY })
  await (await findCard()).findByText(
    wholeText(/^An admin marked this request as fulfilled on .* post it again\.$/),
  )
})

test('a request that an admin closed long ago is among the earlier ones', async () => {
  openChanged({ ...CANCELLED, closedByAdminAt: LONG_AGO })
  await screen.findByRole('heading', { name: 'Earlier requests (1)' })
  await (await findCard()).findByText(wholeText(/^An admin cancelled this request on Mar 2, 2026/))
})

test('whose request an admin deleted reads so on the dashboard until they dismiss it', async () => {
  const deletion = {
    id: aBloodRequest().id,
    requiredBloodGroup: 'O-',
    component: 'blood',
    requestedAt: '2026-03-01T09:05:00.000Z',
    deletedAt: LONG_AGO,
    reason: 'unreachable',
  } satisfies RequestDeletion
  const { person, server } = openChanged(
    {},
    replying(listRequestDeletions, { deletions: [deletion] }),
    replying(dismissRequestDeletion, undefined),
  )
  const told = await screen.findByText(
    wholeText(/^On Mar 2, 2026.* an admin deleted the request for O− blood that you posted on Mar 1/),
  )
  screen.getByText('Reason: Nobody could be reached at its contact number.')
  await person.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(told.isConnected).toBe(false))
  expect(server.callsTo(dismissRequestDeletion)).toMatchObject([{ params: { id: deletion.id } }])
})

test.each<[string, Partial<Donor>, RegExp]>([
  ['verified', { isVerified: true, verificationChangedAt: LONG_AGO }, /^Verified by an admin on Mar 2, 2026/],
  [
    'unverified',
    { verificationChangedAt: LONG_AGO },
    /^An admin marked your profile as Not Verified on Mar 2, 2026.*\. You still appear in searches/,
  ],
  ['activated', { activationChangedAt: LONG_AGO }, /^Activated by an admin on Mar 2, 2026/],
  [
    'deactivated',
    { isProfileActive: false, activationChangedAt: LONG_AGO },
    /^An admin deactivated your profile on Mar 2, 2026.*, so you won't appear in searches\./,
  ],
])('a donor whom an admin %s sees since when', async (_, changes, text) => {
  openChanged({}, replying(readOwnDonor, { donor: aDonor(changes) }))
  await screen.findByText(wholeText(text))
})

test('the card of a donor whom no admin has changed says nothing of it', async () => {
  openChanged({}, replying(readOwnDonor, { donor: aDonor({ isVerified: true }) }))
  await (await findRegion('My Donor Profile')).findByText('Rima Akter')
  expect(screen.queryByText(/admin/)).toBeNull()
})

const CLOSED = aBloodRequest({
  id: idOf(5),
  patientName: 'Fatema Begum',
  requiredBloodGroup: 'B-',
  unitsRequired: 3,
  hospitalLocation: 'Ward 12',
  urgency: 'low',
  neededBy: '2026-03-02T09:05:00.000Z',
  additionalInfo: 'On Sunday',
  status: 'fulfilled',
})
const TYPED = { patientName: 'Selina Parvin' }

const openRequests = (...records: BloodRequest[]) =>
  renderPage('/dashboard', {
    user: aUser(),
    replies: [replying(readOwnDonor, { donor: null }), replying(listOwnBloodRequests, aPage(records))],
  })

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const registerLink = () => screen.findByRole('link', { name: 'Register as Donor' })

/** Presses **Post again** on the closed request, which is unfolded. */
async function postAgain({ person }: ReturnType<typeof openRequests>) {
  const card = within(await screen.findByRole('article', { name: /Fatema Begum$/ }))
  await person.click(await card.findByRole('button', { name: 'Post again' }))
}

test.each([
  ['with', ACTIVE, 'secondary', ['My Posted Blood Requests', 'My Donor Profile']],
  ['without', CLOSED, 'primary', ['My Donor Profile', 'My Posted Blood Requests']],
])('%s an active request, registering as a donor and the order of the page are as urgent', async (...row) => {
  const [, bloodRequest, variant, order] = row
  openRequests(bloodRequest)
  expect((await registerLink()).getAttribute('data-variant')).toBe(variant)
  expect(headings()).toEqual(order)
})

const earlierHeading = () => screen.findByRole('heading', { level: 3, name: 'Earlier requests (1)' })
const closedCard = () => screen.queryByRole('article', { name: /Fatema Begum$/ })

test('without an active request, the page says so and the closed ones are open, until the person folds them', async () => {
  const { person } = openRequests(CLOSED)
  const none = await screen.findByText('You have no active requests.')
  expect(none.getAttribute('role')).toBe('status')
  expect(closedCard()).not.toBeNull()
  await person.click(await earlierHeading())
  await waitFor(() => expect(closedCard()).toBeNull())
})

test('closed ones stand below the active requests, under a heading that counts them, and fold', async () => {
  const { person } = openRequests(ACTIVE, CLOSED)
  const heading = await earlierHeading()
  expect(closedCard()).not.toBeNull()
  await person.click(heading)
  expect(closedCard()).toBeNull()
})

test('Post again fills in the form from a closed request, except for when blood is needed', async () => {
  const page = openRequests(CLOSED)
  await postAgain(page)
  await screen.findByText(/^This is filled in from an earlier request of yours\./)
  expect(page.path()).toBe('/post-request')
  const values = {
    'Patient Name': 'Fatema Begum',
    'Blood Group': 'B-',
    'Units Required': '3',
    Hospital: 'City Hospital',
    'Hospital Location': 'Ward 12',
    'Contact Person': 'Rima Akter',
    'Contact Number': '01712 345678',
    'Needed by': '',
    'Additional Info': 'On Sunday',
  }
  for (const [label, value] of Object.entries(values)) expect(valueIn(label), label).toBe(value)
  expect(findDraft(aUser().id, 'post-request')).toMatchObject({ urgency: 'low' })
})

test('Post again replaces what was typed for another request only if the person agrees', async () => {
  saveDraft(aUser().id, 'post-request', TYPED)
  const page = openRequests(CLOSED)
  await postAgain(page)
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Replace your draft?' }))
  await page.person.click(dialog.getByRole('button', { name: 'Keep my draft' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(findDraft(aUser().id, 'post-request')).toEqual(TYPED)

  await page.person.click(screen.getByRole('button', { name: 'Post again' }))
  await page.person.click(await screen.findByRole('button', { name: 'Replace my draft' }))
  await screen.findByLabelText('Patient Name')
  expect(valueIn('Patient Name')).toBe('Fatema Begum')
})

test('Post again asks nothing if the form holds only what an earlier Post again filled in', async () => {
  saveDraft(aUser().id, 'post-request', TYPED, 'Filled in.')
  await postAgain(openRequests(CLOSED))
  await screen.findByLabelText('Patient Name')
  expect(valueIn('Patient Name')).toBe('Fatema Begum')
})
