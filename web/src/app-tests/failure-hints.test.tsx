import { closeBloodRequest, listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBloodRequest, aDonor, aPage, aUser } from '../testing/builders.ts'
import { fillIn } from '../testing/person.ts'
import { renderPage } from '../testing/render-page.tsx'
import { refusing, replying } from '../testing/replies.ts'

const hint = 'An index may be missing.'
const alertText = async () => (await screen.findByRole('alert')).textContent
const press = async ({ person }: ReturnType<typeof renderPage>, name: string) =>
  person.click(await screen.findByRole('button', { name }))

test('a failed query shows its hint, and its id in the log', async () => {
  const [path, requestId] = ['/find-donors?bloodGroup=O%2B', 'k3Jx-9Qa']
  renderPage(path, { user: aUser(), replies: [refusing(searchDonors, 'unavailable', { hint, requestId })] })
  expect(await alertText()).toBe(
    `The service is not available right now. Please try again shortly. Reference: ${requestId}. Hint: ${hint}`,
  )
})

test('a failed submission shows its hint', async () => {
  const page = renderPage('/login', { replies: [refusing(signIn, 'unexpected-error', { hint })] })
  await fillIn(page.person, { Email: 'rima@campus.edu', Password: 'secret words' })
  await press(page, 'Sign In')
  expect(await alertText()).toBe(`Something went wrong on our side. Please try again. Hint: ${hint}`)
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
