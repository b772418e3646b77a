import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aDonor, aUser } from '../testing/builders.ts'
import { fillIn, REQUEST_TYPED, renderPage, valueIn } from '../testing/render-page.tsx'
import { accountReplies, dashboardReplies, hanging, type Reply, replying } from '../testing/replies.ts'

const FORMS = [
  { path: '/post-request', label: 'Patient Name', replies: [] },
  { path: '/register-donor', label: 'Full Name', replies: [] },
  {
    path: '/edit-donor-profile',
    label: 'Full Name',
    replies: [replying(readOwnDonor, { donor: aDonor() })],
  },
  { path: '/account', label: 'New Password', replies: accountReplies },
]

async function open(path: string, replies: Reply[]) {
  const page = renderPage(path, { user: aUser(), replies: [...replies, ...dashboardReplies] })
  const follow = async (name: string) => page.person.click(await screen.findByRole('link', { name }))
  return { ...page, follow }
}

const findLeaveDialog = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' })
const warnsOnUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Types into a form, and waits for the guard, which is loaded on the first input. */
async function typeUnsaved(person: UserEvent, values: Record<string, string>) {
  await fillIn(person, values)
  await waitFor(() => expect(warnsOnUnload()).toBe(true))
}

test.each(FORMS)(
  'with input at $path a link opens a dialog, and Stay keeps the page and the input',
  async ({ path, label, replies }) => {
    const page = await open(path, replies)
    await typeUnsaved(page.person, { [label]: 'Mitu' })
    await page.follow('Find Donors')
    await page.person.click(within(await findLeaveDialog()).getByRole('button', { name: 'Stay' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(page.path()).toBe(path)
    expect(valueIn(label)).toBe('Mitu')
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Find Donors' }))
  },
)

test('confirming leaves for the target of the link, and deletes the draft', async () => {
  const page = await open('/post-request', [])
  await typeUnsaved(page.person, { 'Patient Name': 'Mitu' })
  await page.follow('Find Donors')
  await page.person.click(within(await findLeaveDialog()).getByRole('button', { name: 'Leave' }))
  const heading = await screen.findByRole('heading', { level: 1, name: 'Find Donors' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(page.path()).toBe('/find-donors')
  expect(warnsOnUnload()).toBe(false)
  await page.follow('Post Request')
  await screen.findByLabelText('Patient Name')
  expect(valueIn('Patient Name')).toBe('')
})

test('without input, and with a link within the page, no dialog opens', async () => {
  const page = await open('/post-request', [])
  await screen.findByLabelText('Patient Name')
  expect(warnsOnUnload()).toBe(false)
  await page.follow('Find Donors')
  await screen.findByRole('heading', { level: 1, name: 'Find Donors' })
  await page.follow('Post Request')
  await typeUnsaved(page.person, { 'Patient Name': 'Mitu' })
  await page.follow('Skip to content')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('the browser asks before a reload with unsaved input, and not after undoing it', async () => {
  const page = await open('/edit-donor-profile', [replying(readOwnDonor, { donor: aDonor() })])
  await typeUnsaved(page.person, { Department: 'Physics' })
  await fillIn(page.person, { Department: aDonor().department })
  expect(warnsOnUnload()).toBe(false)
})

test('without a connection leaving asks nothing and keeps what was typed; closing the tab asks', async () => {
  const page = await open('/post-request', [])
  await typeUnsaved(page.person, { 'Patient Name': 'Mitu' })
  act(() => onlineManager.setOnline(false))
  expect(warnsOnUnload()).toBe(true)
  await page.follow('Find Donors')
  await screen.findByRole('heading', { level: 1, name: 'Find Donors' })
  act(() => onlineManager.setOnline(true))
  await page.follow('Post Request')
  await screen.findByText('We saved what you typed earlier.')
  expect(valueIn('Patient Name')).toBe('Mitu')
})

test('the question closes when the connection is lost, because nothing would be lost any more', async () => {
  const page = await open('/post-request', [])
  await typeUnsaved(page.person, { 'Patient Name': 'Mitu' })
  await page.follow('Find Donors')
  await screen.findByRole('alertdialog')
  act(() => onlineManager.setOnline(false))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(page.path()).toBe('/post-request')
})

test('a saved profile can be left without a dialog', async () => {
  const saved = aDonor({ department: 'Physics' })
  const page = await open('/edit-donor-profile', [
    replying(updateOwnDonor, saved),
    replying(readOwnDonor, { donor: aDonor() }),
  ])
  await typeUnsaved(page.person, { Department: 'Physics' })
  await page.person.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Profile updated successfully!')
  expect(warnsOnUnload()).toBe(false)
})

test('the page can be left without a dialog during a submission', async () => {
  const page = await open('/post-request', [hanging(postBloodRequest)])
  await typeUnsaved(page.person, REQUEST_TYPED)
  await page.person.click(screen.getByRole('button', { name: 'Post Request' }))
  await page.follow('Find Donors')
  await screen.findByRole('heading', { level: 1, name: 'Find Donors' })
})
