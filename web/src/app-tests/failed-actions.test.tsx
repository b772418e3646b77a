import {
  closeBloodRequest,
  deleteBloodRequest,
  listActiveBloodRequests,
  listBloodRequests,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests/endpoints'
import { activateDonor, listDonors, readOwnDonor, verifyDonor } from '@blood-bank/contract/donors/endpoints'
import type { Endpoint } from '@blood-bank/contract/endpoint'
import { listOffersOfDonor } from '@blood-bank/contract/offers/endpoints'
import { resendVerificationMail, SUCCESS_MESSAGES } from '@blood-bank/contract/passwords/accounts'
import { changeRole, listUsers, type User } from '@blood-bank/contract/users/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  aBloodRequest,
  aBloodRequestRecord,
  aDonorRecord,
  anAdmin,
  aPage,
  aUser,
  aUserRecord,
} from '../testing/builders.ts'
import { type ExpectedMessage, withFailures } from '../testing/failures.ts'
import { chooseFromRow, chooseReason, confirmDialog, renderPage } from '../testing/render-page.tsx'
import { type Reply, replying } from '../testing/replies.ts'

/** An action whose first call fails, and a text that the page shows after a successful call. */
type FailedAction = ExpectedMessage & {
  path: string
  user: User
  /** The other replies that the page needs. */
  replies: Reply[]
  endpoint: Endpoint
  /** The name of the button, or of the entry in the menu of `row`. */
  button: string
  /** The row whose menu has the action. */
  row?: string
  /** The region with the button, where the page has several of its name. */
  region?: string
  /** Whether a dialog asks for confirmation. */
  needsConfirmation?: boolean
  reply: Reply
  success: string
  /** The name of the row that shows `success`, where the page has the text elsewhere, too. */
  successIn?: RegExp
}

const page = <T,>(...records: T[]) => aPage(records)

const DONOR_FLAGS: FailedAction[] = [
  {
    message: 'Failed to update verification status.',
    endpoint: verifyDonor,
    button: 'Verify',
    reply: replying(verifyDonor, aDonorRecord({ isVerified: true })),
    success: 'Verified',
  },
  {
    message: 'Failed to update donor profile active status.',
    endpoint: activateDonor,
    button: 'Deactivate',
    row: 'Rima Akter',
    needsConfirmation: true,
    reply: replying(activateDonor, aDonorRecord({ isProfileActive: false })),
    success: 'Inactive',
  },
].map(action => ({
  ...action,
  fullText: () => `${action.message}Donor: Rima Akter`,
  path: '/admin/donors',
  user: anAdmin(),
  replies: [replying(listDonors, page(aDonorRecord())), replying(listOffersOfDonor, page())],
  successIn: /Rima Akter/,
}))

const RESENDING: FailedAction[] = [
  { place: 'banner', path: '/', region: 'Email not verified' },
  { place: 'verification panel', path: '/register-donor', region: 'Email Verification Required' },
].map(place => ({
  ...place,
  message: 'Failed to resend verification email. You may have resent too recently, or an error occurred.',
  user: aUser({ emailVerified: false }),
  replies: [],
  endpoint: resendVerificationMail,
  button: 'Resend Verification Email',
  reply: replying(resendVerificationMail, { message: SUCCESS_MESSAGES.verificationResent }),
  success: SUCCESS_MESSAGES.verificationResent,
}))

/** Each action on requests once, and each page with them once. The error of the admin list also names the patient. */
const REQUEST_ACTIONS: FailedAction[] = [
  {
    message: 'Failed to update request status. Please try again.',
    place: 'dashboard',
    path: '/dashboard',
    user: aUser(),
    replies: [replying(listOwnBloodRequests, page(aBloodRequest())), replying(readOwnDonor, { donor: null })],
    endpoint: closeBloodRequest,
    button: 'Mark as Fulfilled',
    needsConfirmation: true,
    reply: replying(closeBloodRequest, aBloodRequest({ status: 'fulfilled' })),
    success: 'The blood request was marked as fulfilled.',
  },
  {
    message: 'Failed to update request status. Please try again.',
    place: 'active list',
    path: '/view-requests',
    user: aUser(),
    replies: [replying(listActiveBloodRequests, page(aBloodRequest()))],
    endpoint: closeBloodRequest,
    button: 'Cancel Request',
    needsConfirmation: true,
    reply: replying(closeBloodRequest, aBloodRequest({ status: 'cancelled' })),
    success: 'The blood request was cancelled.',
  },
  {
    message: 'Failed to delete blood request. Please try again.',
    fullText: () => 'Failed to delete blood request. Please try again.Patient: Karim Uddin',
    path: '/admin/requests',
    user: anAdmin(),
    replies: [replying(listBloodRequests, page(aBloodRequestRecord()))],
    endpoint: deleteBloodRequest,
    button: 'Delete',
    row: 'Karim Uddin',
    needsConfirmation: true,
    reply: replying(deleteBloodRequest, undefined),
    success: 'The blood request was deleted.',
  },
]

/** Presses the button, or chooses the entry of the row's menu, and confirms the dialog, if there is one. */
async function perform(
  { person }: ReturnType<typeof renderPage>,
  { button, row, region, needsConfirmation }: FailedAction,
) {
  if (row) await chooseFromRow(person, row, button)
  else {
    const place = region ? within(await screen.findByRole('region', { name: region })) : screen
    await person.click(await place.findByRole('button', { name: button }))
  }
  if (!needsConfirmation) return
  await screen.findByRole('alertdialog')
  await chooseReason(person)
  await confirmDialog(person)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
}

/** Whether the page has the button, or the menu of the row the entry. The menu is closed again. */
async function isOffered({ person }: ReturnType<typeof renderPage>, { button, row }: FailedAction) {
  if (!row) return screen.queryAllByRole('button', { name: button }).length > 0
  await person.click(screen.getByRole('button', { name: 'More', description: row }))
  const menu = within(await screen.findByRole('menu', { name: `More ${row}` }))
  const isEntry = menu.queryByRole('menuitem', { name: button }) !== null
  await person.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  return isEntry
}

test.each(withFailures([...DONOR_FLAGS, ...RESENDING, ...REQUEST_ACTIONS]))(
  '%s, and a retry works',
  async (_, action) => {
    const { path, user, replies, endpoint, success, successIn } = action
    const opened = renderPage(path, { user, replies: [action.fail(endpoint), ...replies] })
    await perform(opened, action)
    expect((await screen.findByRole('alert')).textContent).toBe(action.expectedText)
    expect(await isOffered(opened, action)).toBe(true)
    await opened.person.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
    opened.server.answer(action.reply)
    await perform(opened, action)
    const place = successIn ? within(await screen.findByRole('row', { name: successIn })) : screen
    await place.findByText(success)
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

const ROLE_CHANGE = [{ message: 'Failed to update role for user rima@campus.edu.' }]

test.each(withFailures(ROLE_CHANGE))('%s, and a retry works', async (_, { fail, expectedText }) => {
  const rima = aUserRecord()
  const { person, server } = renderPage('/admin/users', {
    user: anAdmin(),
    replies: [fail(changeRole), replying(listUsers, page(rima))],
  })
  await chooseFromRow(person, rima.email, 'Edit Role')
  const dialog = within(await screen.findByRole('dialog'))
  const role = dialog.getByLabelText<HTMLSelectElement>('Role')
  await person.selectOptions(role, 'admin')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(expectedText)
  await person.click(dialog.getByRole('button', { name: 'Dismiss' }))
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(role.value).toBe('admin')
  server.answer(replying(changeRole, { ...rima, role: 'admin' }))
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('row', { name: /rima@campus/ }).textContent).toContain('admin')
})
