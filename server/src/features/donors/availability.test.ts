import { readOwnDonor, searchDonors, setOwnAvailability } from '@blood-bank/contract/donors/endpoints'
import { registerDonor, updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { expect, test } from 'vitest'
import { aDonor } from '../../testing/builders.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const karim = await bank.signedInAs()

/** A donor of a group that nobody else here has. */
async function newDonor() {
  const person = await bank.signedInAs()
  const { body } = await person.call(registerDonor, { body: aDonor({ bloodGroup: 'AB-' }) })
  const switchTo = (isAvailable: boolean) => person.call(setOwnAvailability, { body: { isAvailable } })
  return { person, donor: body, switchTo }
}

const idsFound = async () =>
  (await karim.call(searchDonors, { query: { bloodGroup: 'AB-' } })).body.records.map(({ id }) => id)

test('a donor who is not available is in no search until they are available again', async () => {
  const { donor, switchTo } = await newDonor()
  expect(await idsFound()).toContain(donor.id)
  expect(await switchTo(false)).toMatchObject({ status: 200, body: { ...donor, isAvailable: false } })
  expect(await idsFound()).not.toContain(donor.id)
  await switchTo(true)
  expect(await idsFound()).toContain(donor.id)
})

test('nothing else in the profile changes, also not what was changed meanwhile', async () => {
  const { person, donor, switchTo } = await newDonor()
  const edited = aDonor({ bloodGroup: 'AB-', department: 'Botany', allowContactVisibility: true })
  const { body: changed } = await person.call(updateOwnDonor, { body: edited })
  await switchTo(false)
  expect((await person.call(readOwnDonor)).body.donor).toEqual({ ...changed, isAvailable: false })
  expect(changed).toMatchObject({ id: donor.id, department: 'Botany' })
})

test('other fields are refused, and a member without a profile has nothing to switch', async () => {
  const { person, donor } = await newDonor()
  const body = { isAvailable: false, isVerified: true }
  expect((await person.send('PATCH', setOwnAvailability.path, { body })).status).toBe(400)
  expect((await person.call(readOwnDonor)).body.donor).toEqual(donor)
  expect(await karim.call(setOwnAvailability, { body: { isAvailable: false } })).toRefuse(
    'donor-not-found',
    'Donor profile not found. Cannot update.',
  )
})
