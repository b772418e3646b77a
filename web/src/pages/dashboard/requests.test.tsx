import {
  type BloodRequest,
  closeBloodRequest,
  deleteBloodRequest,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findDraft, saveDraft } from '../../forms/drafts.ts'
import { aBloodRequest, aPage, aUser, idOf } from '../../testing/builders.ts'
import { renderPage, valueIn } from '../../testing/render-page.tsx'
import { replying } from '../../testing/replies.ts'

const ACTIVE = aBloodRequest()
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

const open = (...records: BloodRequest[]) =>
  renderPage('/dashboard', {
    user: aUser(),
    replies: [replying(readOwnDonor, { donor: null }), replying(listOwnBloodRequests, aPage(records))],
  })

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const registerLink = () => screen.findByRole('link', { name: 'Register as Donor' })

/** Presses **Post again** on the closed request, which is unfolded. */
async function postAgain({ person }: ReturnType<typeof open>) {
  const card = within(await screen.findByRole('article', { name: /Fatema Begum$/ }))
  await person.click(await card.findByRole('button', { name: 'Post again' }))
}

test.each([
  ['with', ACTIVE, 'secondary', ['My Posted Blood Requests', 'My Donor Profile']],
  ['without', CLOSED, 'primary', ['My Donor Profile', 'My Posted Blood Requests']],
])('%s an active request, registering as a donor and the order of the page are as urgent', async (...row) => {
  const [, bloodRequest, variant, order] = row
  open(bloodRequest)
  expect((await registerLink()).getAttribute('data-variant')).toBe(variant)
  expect(headings()).toEqual(order)
})

const earlierHeading = () => screen.findByRole('heading', { level: 3, name: 'Earlier requests (1)' })
const closedCard = () => screen.queryByRole('article', { name: /Fatema Begum$/ })

test('without an active request, the page says so and the closed ones are open, until the person folds them', async () => {
  const { person } = open(CLOSED)
  const none = await screen.findByText('You have no active requests.')
  expect(none.getAttribute('role')).toBe('status')
  expect(closedCard()).not.toBeNull()
  await person.click(await earlierHeading())
  await waitFor(() => expect(closedCard()).toBeNull())
})

test('beside an active request, closed ones are one press away, under a heading that counts them', async () => {
  const { person } = open(ACTIVE, CLOSED)
  const heading = await earlierHeading()
  expect(closedCard()).toBeNull()
  await person.click(heading)
  await screen.findByRole('article', { name: /Fatema Begum$/ })
})

test('closed requests open by themselves when the last active one is deleted, not when it closes', async () => {
  const { person } = renderPage('/dashboard', {
    user: aUser(),
    replies: [
      replying(readOwnDonor, { donor: null }),
      replying(listOwnBloodRequests, aPage([ACTIVE, CLOSED])),
      replying(closeBloodRequest, { ...ACTIVE, status: 'cancelled' }),
      replying(listOwnBloodRequests, aPage([{ ...ACTIVE, status: 'cancelled' }, CLOSED])),
      replying(deleteBloodRequest, undefined),
      replying(listOwnBloodRequests, aPage([CLOSED])),
    ],
  })
  const confirm = async (action: string, confirmation: string) => {
    await person.click(await screen.findByRole('button', { name: action }))
    await person.click(await screen.findByRole('button', { name: confirmation }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await confirm('Cancel Request', 'Cancel this request')
  await screen.findByText('Cancelled', { selector: 'p' })
  expect(closedCard()).toBeNull()
  await confirm('Delete', 'Delete this request')
  await screen.findByRole('article', { name: /Fatema Begum$/ })
})

test('Post again fills in the form from a closed request, except for when blood is needed', async () => {
  const page = open(CLOSED)
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
  const page = open(CLOSED)
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
  await postAgain(open(CLOSED))
  await screen.findByLabelText('Patient Name')
  expect(valueIn('Patient Name')).toBe('Fatema Begum')
})
