import { test } from 'vitest'
import { aDonor, becomeMember, becomeMemberThroughPages, fillIn, newAddress } from './testing/steps.ts'
import { aVisitor, PHONE } from './testing/visitor.ts'

const NAME = 'Rima Akter'

test('a visitor becomes a donor on a phone and is found by another member', async () => {
  const rima = await aVisitor(PHONE)
  await rima.open('/')
  await rima.expectAccessible()
  await rima.follow('Become a Donor')
  await rima.heading('Create Account')
  await rima.expectAccessible()
  await becomeMemberThroughPages(rima, newAddress('rima'))

  await rima.open('/register-donor')
  await rima.expectAccessible()
  await rima.press('Register as Donor')
  await rima.sees('Please fill in all required fields: Full Name')
  await fillIn(rima, { ...aDonor(NAME), 'Last Donation Date': '2025-03-14' })
  await rima.press('Register as Donor')
  await rima.page.waitForURL('**/dashboard')
  await rima.sees(NAME)
  await rima.sees('Not Verified')
  await rima.expectAccessible()

  const karim = await aVisitor()
  await becomeMember(karim, newAddress('karim'))
  await karim.open('/find-donors')
  await karim.press('Search')
  await karim.sees('Please select a blood group to search.')
  await karim.field('Blood Group').selectOption('A-')
  await karim.press('Search')
  await karim.sees('No available donors found for blood group: A-.')
  await karim.field('Blood Group').selectOption('AB-')
  await karim.press('Search')
  await karim.sees(NAME)
  await karim.sees('Contact information is private.')
  await karim.expectAccessible()

  await rima.open('/edit-donor-profile')
  await rima.field('Show my contact number to people searching').check()
  await rima.press('Save Changes')
  await rima.sees('Profile updated successfully!')
  await rima.page.getByText('Profile updated successfully!').waitFor({ state: 'detached' })

  await karim.page.reload()
  await karim.sees('01712-345678')
})
