import { expect } from '@playwright/test'
import { type AVisitor, test } from './testing/journey.ts'
import { aBloodRequest, aDonor, becomeMember, fillIn, newAddress, register, signIn } from './testing/steps.ts'
import { timeShown } from './testing/stopwatch.ts'
import { DESKTOP, type Visitor } from './testing/visitor.ts'

/** The page's clock and its timers differ by some milliseconds. */
const EARLY_MS = 100
/** A busy machine may delay a page by this much; a message that never disappears takes longer. */
const LATE_MS = 20_000

/** Presses a button and measures for how long the message is shown. */
async function expectShownFor(seconds: number, visitor: Visitor, button: string, message: string) {
  const shown = timeShown(visitor.page, message)
  await visitor.press(button)
  expect(await shown, message).toBeGreaterThanOrEqual(seconds * 1_000 - EARLY_MS)
  expect(await shown, message).toBeLessThanOrEqual(seconds * 1_000 + LATE_MS)
}

async function resendsTheEmail(aVisitor: AVisitor) {
  const email = newAddress('unverified')
  const stranger = await aVisitor()
  await register(stranger, email)
  await signIn(stranger, email)
  await expectShownFor(7, stranger, 'Resend Verification Email', 'Verification email resent!')
}

async function savesAndPosts(aVisitor: AVisitor) {
  const rima = await aVisitor(DESKTOP, { hasMotion: true })
  await becomeMember(rima, newAddress('saves'))
  await rima.open('/register-donor')
  await fillIn(rima, aDonor('Laila Banu'))
  await rima.press('Register as Donor')
  await rima.comesTo('/dashboard')
  await rima.open('/edit-donor-profile')
  await expectShownFor(3, rima, 'Save Changes', 'Profile updated successfully!')
  await rima.open('/post-request')
  await fillIn(rima, aBloodRequest('Habib Rahman'))
  await expectShownFor(2, rima, 'Post Request', 'Blood request submitted successfully!')
  expect(new URL(rima.page.url()).pathname).toBe('/dashboard')
}

test('the resent message disappears after 7 seconds, the saved one after 3, and posting redirects after 2', async ({
  aVisitor,
}) => {
  await Promise.all([resendsTheEmail(aVisitor), savesAndPosts(aVisitor)])
})
