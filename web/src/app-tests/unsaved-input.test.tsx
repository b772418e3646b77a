import { postBloodRequest } from '@blood-bank/contract/blood-requests'
import { readOwnDonor, updateOwnDonor } from '@blood-bank/contract/donors'
import { changePassword, readOwnAccount } from '@blood-bank/contract/own-account'
import { listOtherSessions } from '@blood-bank/contract/sessions'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aBloodRequest, aDonor, aPage, aUser } from '../testing/builders.ts'
import { dashboardReplies } from '../testing/dashboard-replies.ts'
import { fillIn, valueIn } from '../testing/fill-in.ts'
import { renderPage } from '../testing/render-page.tsx'
import { hanging, type Reply, replying } from '../testing/replies.ts'

const account = [
  replying(readOwnAccount, { email: aUser().email, createdAt: aUser().createdAt, consent: null } as never),
  replying(listOtherSessions, aPage([])),
]

const FORMS = [
  { path: '/post-request', label: 'Patient Name', replies: [] },
  { path: '/register-donor', label: 'Full Name', replies: [] },
  {
    path: '/edit-donor-profile',
    label: 'Full Name',
    replies: [replying(readOwnDonor, { donor: aDonor() })],
  },
  { path: '/account', label: 'New Password', replies: account },
]

async function open(path: string, replies: Reply[]) {
  const page = renderPage(path, { user: aUser(), replies: [...replies, ...dashboardReplies] })
  const follow = async (name: string) => page.person.click(await screen.findByRole('link', { name }))
  return { ...page, follow }
}

const question = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' })
const asksOnUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Types what is not to be lost; the guard comes with the first of it. */
async function typeUnsaved(person: UserEvent, values: Record<string, string>) {
  await fillIn(person, values)
  await waitFor(() => expect(asksOnUnload()).toBe(true))
}

test.each(FORMS)(
  'who has typed at $path is asked before a link leads away, and stays',
  async ({ path, label, replies }) => {
    const page = await open(path, replies)
    await typeUnsaved(page.person, { [label]: 'Mitu' })
    await page.follow('Find Donors')
    await page.person.click(within(await question()).getByRole('button', { name: 'Stay' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(page.path()).toBe(path)
    expect(valueIn(label)).toBe('Mitu')
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Find Donors' }))
  },
)

test.each(FORMS)('confirming leaves $path for the target of the link', async ({ path, label, replies }) => {
  const page = await open(path, replies)
  await typeUnsaved(page.person, { [label]: 'Mitu' })
  await page.follow('Find Donors')
  await page.person.click(within(await question()).getByRole('button', { name: 'Leave' }))
  const heading = await screen.findByRole('heading', { level: 1, name: 'Find Donors' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(page.path()).toBe('/find-donors')
  expect(asksOnUnload()).toBe(false)
})

test.each(FORMS)('without input at $path there is no question', async ({ path, label, replies }) => {
  const page = await open(path, replies)
  await screen.findByLabelText(label)
  expect(asksOnUnload()).toBe(false)
  await page.follow('Find Donors')
  await screen.findByRole('heading', { level: 1, name: 'Find Donors' })
})

test('the browser asks before a reload with unsaved input, and not after undoing it', async () => {
  const page = await open('/edit-donor-profile', [replying(readOwnDonor, { donor: aDonor() })])
  await typeUnsaved(page.person, { Department: 'Physics' })
  await fillIn(page.person, { Department: aDonor().department })
  expect(asksOnUnload()).toBe(false)
})

test('a link within the page asks nothing', async () => {
  const page = await open('/post-request', [])
  await typeUnsaved(page.person, { 'Patient Name': 'Mitu' })
  await page.follow('Skip to content')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('leaving without saving deletes the draft', async () => {
  const page = await open('/post-request', [])
  await typeUnsaved(page.person, { 'Patient Name': 'Mitu' })
  await page.follow('Find Donors')
  await page.person.click(within(await question()).getByRole('button', { name: 'Leave' }))
  await screen.findByRole('heading', { level: 1, name: 'Find Donors' })
  await page.follow('Post Request')
  await screen.findByLabelText('Patient Name')
  expect(valueIn('Patient Name')).toBe('')
})

test('a saved profile can be left without a question', async () => {
  const saved = aDonor({ department: 'Physics' })
  const page = await open('/edit-donor-profile', [
    replying(updateOwnDonor, saved),
    replying(readOwnDonor, { donor: aDonor() }),
  ])
  await typeUnsaved(page.person, { Department: 'Physics' })
  await page.person.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Profile updated successfully!')
  expect(asksOnUnload()).toBe(false)
})

test('a changed password can be left without a question', async () => {
  const page = await open('/account', [...account, replying(changePassword, { message: 'Changed.' })])
  await typeUnsaved(page.person, { 'Current Password': 'old words', 'New Password': 'new words' })
  await page.person.click(screen.getByRole('button', { name: 'Change password' }))
  await screen.findByText('Changed.')
  expect(asksOnUnload()).toBe(false)
})

test('a submission in progress continues, and nothing is asked', async () => {
  const page = await open('/post-request', [hanging(postBloodRequest)])
  const { patientName, hospitalName, contactPerson, contactNumber } = aBloodRequest()
  await typeUnsaved(page.person, {
    'Patient Name': patientName,
    'Blood Group': 'AB-',
    Hospital: hospitalName,
    'Contact Person': contactPerson,
    'Contact Number': contactNumber,
  })
  await page.person.click(screen.getByRole('button', { name: 'Post Request' }))
  await page.follow('Find Donors')
  await screen.findByRole('heading', { level: 1, name: 'Find Donors' })
})
