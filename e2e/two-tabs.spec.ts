import { expect } from '@playwright/test'
import { LONG, test } from './testing/journey.ts'
import {
  aBloodRequest,
  becomeMember,
  endSession,
  fillIn,
  formValues,
  newAddress,
  signIn,
  signOut,
  trySignIn,
} from './testing/steps.ts'
import { PHONE } from './testing/visitor.ts'

test('signing out in one tab signs out the other tab at once', async ({ aVisitor }) => {
  const email = newAddress('two-tabs')
  const one = await aVisitor(PHONE)
  await becomeMember(one, email)
  await one.open('/find-donors')
  const other = await one.anotherTab()
  await other.open('/find-donors')
  await other.heading('Find Donors')

  await one.page.bringToFront()
  await signOut(one)
  await other.comesTo('/login')
  await other.heading('Sign In')
  await other.sees('You were signed out in another tab. Please sign in again.')
  expect(await one.page.getByText('Please sign in again.').count()).toBe(0)

  await signIn(one, email)
  await other.comesTo('/find-donors')
  await other.heading('Find Donors')
})

for (const isLive of [true, false])
  test(
    `a page ${isLive ? '' : 'without live updates '}notices by itself that the session has ended, and restores the input after sign-in`,
    LONG,
    async ({ aVisitor }) => {
      const email = newAddress('ended')
      const nadia = await aVisitor(PHONE)
      await becomeMember(nadia, email)
      const ended = Promise.withResolvers<void>()
      const isOpen = nadia.page.waitForResponse('**/api/live*')
      if (!isLive) {
        nadia.expects(/^401 GET \/api\/live/)
        await nadia.page.route('**/api/live*', route => ended.promise.then(() => route.continue()), {
          times: 1,
        })
      }
      await nadia.open('/post-request')
      const bloodRequest = aBloodRequest('Rokeya Begum')
      await fillIn(nadia, bloodRequest)

      if (isLive) await isOpen
      await endSession(nadia)
      ended.resolve()
      await nadia.comesTo('/login')
      await trySignIn(nadia, email)
      await nadia.comesTo('/post-request')
      expect(await formValues(nadia, bloodRequest)).toEqual(bloodRequest)
    },
  )
