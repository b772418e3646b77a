import { resendVerificationMail, SUCCESS_MESSAGES } from '@blood-bank/contract/accounts'
import {
  closeBloodRequest,
  deleteBloodRequest,
  listActiveBloodRequests,
  listBloodRequests,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests'
import { activateDonor, listDonors, readOwnDonor, verifyDonor } from '@blood-bank/contract/donors'
import type { Endpoint } from '@blood-bank/contract/endpoint'
import { changeRole, listUsers, type User } from '@blood-bank/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBloodRequestRecord, aDonorRecord, anAdmin, aUserRecord } from '../testing/admin-builders.ts'
import { aBloodRequest, aPage, aUser } from '../testing/builders.ts'
import { inEveryWay, type Told } from '../testing/failures.ts'
import { renderPage } from '../testing/render-page.tsx'
import { type Reply, replying } from '../testing/replies.ts'

/** An act that fails at first, and what is seen when it does not. */
type FailedAct = Told & {
  path: string
  user: User
  /** What the page shows before. */
  shown: Reply[]
  endpoint: Endpoint
  button: string
  /** It is done only after a yes. */
  asksFirst?: boolean
  answer: Reply
  seen: string
}

const page = <T,>(...records: T[]) => aPage(records)

const MARKS: FailedAct[] = [
  {
    message: 'Failed to update verification status.',
    endpoint: verifyDonor,
    button: 'Verify',
    answer: replying(verifyDonor, aDonorRecord({ isVerified: true })),
    seen: 'Unverify',
  },
  {
    message: 'Failed to update donor profile active status.',
    endpoint: activateDonor,
    button: 'Deactivate',
    answer: replying(activateDonor, aDonorRecord({ isProfileActive: false })),
    seen: 'Activate',
  },
].map(act => ({
  ...act,
  inFull: () => `${act.message}Donor: Rima Akter`,
  path: '/admin/donors',
  user: anAdmin(),
  shown: [replying(listDonors, page(aDonorRecord()))],
}))

const RESENDING: FailedAct[] = [
  { place: 'banner', path: '/' },
  { place: 'verification panel', path: '/register-donor' },
].map(where => ({
  ...where,
  message: 'Failed to resend verification email. You may have resent too recently, or an error occurred.',
  user: aUser({ emailVerified: false }),
  shown: [],
  endpoint: resendVerificationMail,
  button: 'Resend Verification Email',
  answer: replying(resendVerificationMail, { message: SUCCESS_MESSAGES.verificationResent }),
  seen: SUCCESS_MESSAGES.verificationResent,
}))

const DASHBOARD = [
  replying(listOwnBloodRequests, page(aBloodRequest())),
  replying(readOwnDonor, { donor: null }),
]
const ACTIVE_LIST = [replying(listActiveBloodRequests, page(aBloodRequest()))]
const ADMIN_LIST = [replying(listBloodRequests, page(aBloodRequestRecord()))]

/** Where a request can be acted on; the admin list says whose it is. */
const PLACES = [
  { where: 'dashboard', path: '/dashboard', user: aUser(), shown: DASHBOARD, more: '' },
  { where: 'active list', path: '/view-requests', user: aUser(), shown: ACTIVE_LIST, more: '' },
  {
    where: 'admin list',
    path: '/admin/requests',
    user: anAdmin(),
    shown: ADMIN_LIST,
    more: 'Patient: Karim Uddin',
  },
]

const ACTS = [
  {
    message: 'Failed to update request status. Please try again.',
    which: ', fulfil',
    endpoint: closeBloodRequest,
    button: 'Mark as Fulfilled',
    answer: replying(closeBloodRequest, aBloodRequest({ status: 'fulfilled' })),
    seen: 'The blood request was marked as fulfilled.',
  },
  {
    message: 'Failed to update request status. Please try again.',
    which: ', cancel',
    endpoint: closeBloodRequest,
    button: 'Cancel Request',
    answer: replying(closeBloodRequest, aBloodRequest({ status: 'cancelled' })),
    seen: 'The blood request was cancelled.',
  },
  {
    message: 'Failed to delete blood request. Please try again.',
    which: '',
    endpoint: deleteBloodRequest,
    button: 'Delete',
    answer: replying(deleteBloodRequest, undefined),
    seen: 'The blood request was deleted.',
  },
]

const ON_REQUESTS: FailedAct[] = PLACES.flatMap(({ where, more, ...place }) =>
  ACTS.map(({ which, ...act }) => ({
    ...place,
    ...act,
    place: where + which,
    asksFirst: true,
    inFull: () => act.message + more,
  })),
)

/** Presses the button and, where that asks first, the yes. */
async function perform({ person }: ReturnType<typeof renderPage>, { button, asksFirst }: FailedAct) {
  await person.click(await screen.findByRole('button', { name: button }))
  if (!asksFirst) return
  await person.click(await screen.findByRole('button', { name: /^Yes/ }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
}

test.each(inEveryWay([...MARKS, ...RESENDING, ...ON_REQUESTS]))(
  '%s, and doing it again works',
  async (_, act) => {
    const { path, user, shown, endpoint } = act
    const opened = renderPage(path, { user, replies: [act.fail(endpoint), ...shown] })
    await perform(opened, act)
    expect((await screen.findByRole('alert')).textContent).toBe(act.told)
    screen.getByRole('button', { name: act.button })
    await opened.person.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
    opened.server.answer(act.answer)
    await perform(opened, act)
    await screen.findByText(act.seen)
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

const ROLE_CHANGE = [{ message: 'Failed to update role for user rima@campus.edu.' }]

test.each(inEveryWay(ROLE_CHANGE))('%s, and doing it again works', async (_, { fail, told }) => {
  const rima = aUserRecord()
  const { person, server } = renderPage('/admin/users', {
    user: anAdmin(),
    replies: [fail(changeRole), replying(listUsers, page(rima))],
  })
  await person.click(await screen.findByRole('button', { name: 'Edit Role' }))
  const dialog = within(await screen.findByRole('dialog'))
  const role = dialog.getByLabelText<HTMLSelectElement>('Role')
  await person.selectOptions(role, 'admin')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(told)
  await person.click(dialog.getByRole('button', { name: 'Dismiss' }))
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(role.value).toBe('admin')
  server.answer(replying(changeRole, { ...rima, role: 'admin' }))
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('row', { name: /rima@campus/ }).textContent).toContain('admin')
})
