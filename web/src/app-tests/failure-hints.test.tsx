import { closeBloodRequest, listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { sendPasswordResetMail } from '@blood-bank/contract/passwords/accounts'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { readCharts, readOverview } from '@blood-bank/contract/site/overview'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAdmin } from '../testing/admin-builders.ts'
import { aBloodRequest, aDonor, aPage, aUser } from '../testing/builders.ts'
import { someCharts } from '../testing/page-replies.ts'
import { fillIn } from '../testing/person.ts'
import { renderPage } from '../testing/render-page.tsx'
import { refusing, replying } from '../testing/replies.ts'

const CHARTS = replying(readCharts, someCharts())
const hint = 'An index may be missing.'
const alertText = async () => (await screen.findByRole('alert')).textContent
const press = async ({ person }: ReturnType<typeof renderPage>, name: string) =>
  person.click(await screen.findByRole('button', { name }))

test.each([
  ['/admin/overview', readOverview, 'Failed to load statistics.'],
  ['/edit-donor-profile', readOwnDonor, 'Failed to fetch donor data.'],
  [
    '/find-donors?bloodGroup=O%2B',
    searchDonors,
    'The service is not available right now. Please try again shortly.',
  ],
])('a failed query at %s shows its hint', async (path, endpoint, message) => {
  renderPage(path, { user: anAdmin(), replies: [refusing(endpoint, 'unavailable', { hint }), CHARTS] })
  expect(await alertText()).toBe(`${message} Hint: ${hint}`)
})

test.each([
  ['/login', signIn, 'Sign In', 'Something went wrong on our side. Please try again.'],
  [
    '/forgot-password',
    sendPasswordResetMail,
    'Send Password Reset Link',
    'Failed to send password reset email. Please try again, or ensure the email is correct.',
  ],
])('a failed submission at %s shows its hint', async (path, endpoint, button, message) => {
  const page = renderPage(path, { replies: [refusing(endpoint, 'unexpected-error', { hint })] })
  await fillIn(page.person, { Email: 'rima@campus.edu' })
  if (path === '/login') await fillIn(page.person, { Password: 'secret words' })
  await press(page, button)
  expect(await alertText()).toBe(`${message} Hint: ${hint}`)
})

test('a profile that cannot be saved shows the hint of the latest attempt only', async () => {
  const page = renderPage('/edit-donor-profile', {
    user: aUser(),
    replies: [
      replying(readOwnDonor, { donor: aDonor() }),
      refusing(updateOwnDonor, 'unexpected-error', { hint }),
      refusing(updateOwnDonor, 'unexpected-error'),
    ],
  })
  await press(page, 'Save Changes')
  expect(await alertText()).toBe(`Failed to update profile. Hint: ${hint}`)
  await press(page, 'Dismiss')
  await press(page, 'Save Changes')
  expect(await alertText()).toBe('Failed to update profile.')
})

test('a request that cannot be closed shows its hint', async () => {
  const page = renderPage('/dashboard', {
    user: aUser(),
    replies: [
      replying(readOwnDonor, { donor: null }),
      replying(listOwnBloodRequests, aPage([aBloodRequest()])),
      refusing(closeBloodRequest, 'unexpected-error', { hint }),
    ],
  })
  await press(page, 'Mark as Fulfilled')
  await press(page, 'Yes, we have the blood')
  expect(await alertText()).toBe(`Failed to update request status. Please try again. Hint: ${hint}`)
})

test('an unexpected error is shown with its id in the log', async () => {
  const requestId = 'k3Jx-9Qa'
  renderPage('/admin/overview', {
    user: anAdmin(),
    replies: [refusing(readOverview, 'unexpected-error', { requestId }), CHARTS],
  })
  expect(await alertText()).toBe(`Failed to load statistics. Reference: ${requestId}.`)
})
