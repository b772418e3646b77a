import { expect } from '@playwright/test'
import { LONG, test } from './testing/journey.ts'
import { sharedProduct } from './testing/product.ts'
import {
  aBloodRequest,
  becomeMember,
  fillIn,
  formValues,
  newAddress,
  PASSWORD,
  signIn,
} from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

/** Ends the session on the server, as another device would. The tabs are not notified and keep their cookie. */
async function endSession({ context }: Visitor) {
  const { url } = sharedProduct
  const cookies = await context.cookies(url)
  const reply = await fetch(`${url}/api/session`, {
    method: 'DELETE',
    headers: { origin: url, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
  })
  expect(reply.status).toBe(204)
}

test('signing out in one tab signs out the other tab at once', async ({ aVisitor }) => {
  const email = newAddress('two-tabs')
  const one = await aVisitor(PHONE)
  await becomeMember(one, email)
  await one.open('/find-donors')
  const other = await one.anotherTab()
  await other.open('/find-donors')
  await other.heading('Find Donors')

  await one.page.bringToFront()
  await one.press('Menu')
  await one.press(/^Logout/)
  await one.comesTo('/login')
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
      await fillIn(nadia, { Email: email, Password: PASSWORD })
      await nadia.press('Sign In')
      await nadia.comesTo('/post-request')
      expect(await formValues(nadia, bloodRequest)).toEqual(bloodRequest)
    },
  )
