import { expect } from '@playwright/test'
import { type AVisitor, test } from './testing/journey.ts'
import {
  expectLostRequests,
  SAVED_LIST,
  SAVED_USER,
  savedEntriesOf,
  setOffline,
  turnOnOfflineAccess,
} from './testing/offline.ts'
import {
  becomeMember,
  newAddress,
  postBloodRequest,
  register,
  requestCardOf,
  signIn,
  signOut,
  trySignIn,
  verifyEmail,
} from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

async function aMemberWithOfflineAccess(aVisitor: AVisitor, name: string) {
  const email = newAddress(name)
  const visitor = await aVisitor(PHONE)
  await becomeMember(visitor, email)
  await postBloodRequest(visitor, 'Monowara Begum')
  await turnOnOfflineAccess(visitor)
  expect(await savedEntriesOf(visitor)).toEqual([SAVED_LIST, SAVED_USER])
  return { visitor, email }
}

/** Checks that the offline page has no list. */
async function expectNoListOffline(visitor: Visitor) {
  expectLostRequests(visitor)
  await expect.poll(() => savedEntriesOf(visitor)).toEqual([SAVED_USER])
  await setOffline(visitor, true)
  await visitor.open('/view-requests')
  await visitor.heading('Saved on this device')
  await visitor.sees('No list is saved on this device.')
  expect(await visitor.page.getByText('Monowara Begum').count()).toBe(0)
}

test('signing out deletes the saved list, and it is saved again after signing in', async ({ aVisitor }) => {
  const { visitor: nadia, email } = await aMemberWithOfflineAccess(aVisitor, 'signing-out')
  await signOut(nadia)
  // The page does not wait until the list is deleted.
  await expect.poll(() => savedEntriesOf(nadia)).toEqual([SAVED_USER])
  await signIn(nadia, email)
  await nadia.open('/view-requests')
  await requestCardOf(nadia, 'Monowara Begum').first().waitFor()
  await expect.poll(() => savedEntriesOf(nadia)).toEqual([SAVED_LIST, SAVED_USER])
  await signOut(nadia)
  await expectNoListOffline(nadia)
})

test('signing out in a tab without a service worker deletes the saved list, too', async ({ aVisitor }) => {
  const { visitor: nadia } = await aMemberWithOfflineAccess(aVisitor, 'hard-reload')
  const devTools = await nadia.context.newCDPSession(nadia.page)
  await devTools.send('Page.reload', { ignoreCache: true })
  await nadia.sees('Offline access is on.')
  expect(await nadia.page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  await signOut(nadia)
  await expect.poll(() => savedEntriesOf(nadia)).toEqual([SAVED_USER])
})

test('a person who was redirected through the login page can turn on offline access', async ({
  aVisitor,
}) => {
  const email = newAddress('by-sign-in')
  const nadia = await aVisitor(PHONE)
  await register(nadia, email)
  await verifyEmail(nadia, email)
  // No page is open that would learn of it.
  await nadia.page.goto('about:blank')
  await nadia.context.clearCookies()
  await nadia.open('/offline-access')
  await nadia.comesTo('/login')
  await trySignIn(nadia, email)
  await nadia.page.locator('meta[name="may-register-worker"]').waitFor({ state: 'attached' })
  await nadia.press('Turn on offline access')
  await nadia.sees('Offline access is on.')
})
