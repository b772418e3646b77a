import { expect } from '@playwright/test'
import { click } from './testing/click.ts'
import { LONG, test } from './testing/journey.ts'
import { expectLostRequests, setOffline } from './testing/offline.ts'
import {
  aBloodRequest,
  becomeMember,
  fillIn,
  formValues,
  newAddress,
  requestCardOf,
} from './testing/steps.ts'
import { PHONE } from './testing/visitor.ts'

const WAITS = /^You're offline. Your request is kept in this tab and is sent as soon as you are back./

test('offline, the main pages open, and a request is kept and posted once the connection is back', async ({
  aVisitor,
}) => {
  const nadia = await aVisitor(PHONE)
  await becomeMember(nadia, newAddress('in-the-lift'))
  const lastOfMainPages = nadia.page.waitForResponse(/\/assets\/help-/)
  await nadia.open('/dashboard')
  await lastOfMainPages

  expectLostRequests(nadia)
  await setOffline(nadia, true)
  await nadia.sees('You are offline. What you type is kept.')
  nadia.expects(/^console Loading a page failed/)
  nadia.expects(/^console PageLoadFailure/)
  await click(nadia.page.getByRole('contentinfo').getByRole('link', { name: 'Account' }))
  await nadia.heading("This page isn't on your device yet")
  await nadia.press('Go back')
  await nadia.heading('Dashboard')
  await nadia.press('Menu')
  await nadia.follow('Post Request')
  await nadia.heading('Post a blood request')
  const bloodRequest = aBloodRequest('Rokeya Sultana')
  await fillIn(nadia, bloodRequest)
  await nadia.press('Post Request')
  await nadia.sees(WAITS)
  await nadia.press('Menu')
  await nadia.follow('View Requests')
  await nadia.heading('Blood Requests')
  await nadia.press('Menu')
  await nadia.follow('Post Request')
  await nadia.sees(WAITS)
  expect(await formValues(nadia, bloodRequest)).toEqual(bloodRequest)
  await nadia.press('Menu')
  await nadia.follow('Dashboard')
  await nadia.heading('Dashboard')

  await setOffline(nadia, false)
  await nadia.sees('Blood request submitted successfully!')
  const listed = () => requestCardOf(nadia, 'Rokeya Sultana').count()
  await expect.poll(listed, { timeout: 10_000 }).toBe(1)
})

test(
  'a connection that is lost while a page loads: the page says so, and loads the rest once it is back',
  LONG,
  async ({ aVisitor }) => {
    const nadia = await aVisitor(PHONE)
    await becomeMember(nadia, newAddress('in-the-tunnel'))
    expectLostRequests(nadia)
    nadia.expects(/^console Loading a page failed/)
    const rest = /\/assets\/background-/
    await nadia.page.route(rest, async route => {
      await setOffline(nadia, true)
      await route.abort()
    })
    await nadia.open('/dashboard')
    await nadia.sees('You are offline. What you type is kept.')

    await nadia.page.unroute(rest)
    const isLive = nadia.page.waitForRequest(/\/api\/live/)
    await setOffline(nadia, false)
    await nadia.sees("You're back online.")
    await isLive
  },
)
