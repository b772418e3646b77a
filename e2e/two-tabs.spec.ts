import { expect } from '@playwright/test'
import { test } from './testing/journey.ts'
import { becomeMember, newAddress, signIn, signOut } from './testing/steps.ts'
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
