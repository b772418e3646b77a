import { verifyDonor } from '@blood-bank/contract/donors/administration'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import {
  endOwnRest,
  readOwnDonor,
  searchDonors,
  setOwnAvailability,
} from '@blood-bank/contract/donors/endpoints'
import { registerDonor, updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { DAY_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { calendarDate } from '../../platform/clock/local-time.ts'
import { siteDate } from '../../testing/offers/offers.ts'
import { aDonor } from '../../testing/person.ts'
import { storeDonor } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()

const ALREADY = 'You are already registered as a donor.'

test('a member registers as a donor and reads the profile back', async () => {
  const rima = await bank.signedInAs({ email: 'rima@example.edu' })
  const before = Date.now()
  const reply = await rima.call(registerDonor, { body: aDonor({ lastDonationDate: '2024-02-29' }) })
  expect([reply.status, reply.body]).toEqual([
    201,
    {
      id: expect.any(String),
      email: 'rima@example.edu',
      fullName: 'Rima Akter',
      universityId: 'CSE-2021-017',
      universityRole: 'student',
      department: 'Computer Science',
      bloodGroup: 'O+',
      contactNumber: '01712-345678',
      isAvailable: true,
      lastDonationDate: '2024-02-29',
      recordedDonationDate: null,
      recordedPlateletsDate: null,
      restsUntil: null,
      eligibleFrom: null,
      plateletsFrom: null,
      hallId: null,
      allowContactVisibility: false,
      isVerified: false,
      verificationChangedAt: null,
      isProfileActive: true,
      activationChangedAt: null,
      registeredAt: expect.any(String),
    },
  ])
  expect((await rima.call(readOwnDonor)).body).toEqual({ donor: reply.body })
  expect((await (await bank.signedInAs()).call(readOwnDonor)).body.donor).toBeNull()
  expect(Math.abs(Date.parse(reply.body.registeredAt) - before)).toBeLessThan(60_000)
})

test('of twenty concurrent registrations of one user one succeeds', async () => {
  const rima = await bank.signedInAs()
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      rima.call(registerDonor, { body: aDonor({ fullName: `R ${at}` }) }),
    ),
  )
  const won = replies.filter(reply => reply.status === 201)
  expect(won).toHaveLength(1)
  for (const reply of replies) if (reply.status !== 201) expect(reply).toRefuse('already-a-donor', ALREADY)
  expect((await rima.call(readOwnDonor)).body.donor?.fullName).toBe(won[0]?.body.fullName)
})

test('a day that has begun elsewhere, but not yet at the site, is in the future', async () => {
  const rima = await bank.signedInAs()
  const body = aDonor({ lastDonationDate: siteDate() })
  bank.advance(-DAY_MS)
  const refused = await rima.call(registerDonor, { body })
  expect(refused).toRefuse('invalid-input', 'Last Donation Date cannot be in the future.')
  expect(Object.keys(refused.error?.fields ?? {})).toEqual(['lastDonationDate'])
  bank.advance(DAY_MS)
  expect((await rima.call(registerDonor, { body })).status).toBe(201)
  bank.advance(-DAY_MS)
  expect(await rima.call(updateOwnDonor, { body })).toRefuse('invalid-input', expect.any(String))
  bank.advance(DAY_MS)
})

const admin = await bank.signedInAs({ role: 'admin' })

/** A donor who has been verified. */
async function verifiedDonor() {
  const person = await bank.signedInAs()
  const { body } = await person.call(registerDonor, { body: aDonor() })
  const params = { id: body.id }
  const { verificationChangedAt } = (await admin.call(verifyDonor, { params, body: { isVerified: true } }))
    .body
  return { person, donor: { ...body, isVerified: true, verificationChangedAt } }
}

const ownDonorOf = async (person: typeof admin) => (await person.call(readOwnDonor)).body.donor

test('a donor updates every own field and reads it back', async () => {
  const { person, donor } = await verifiedDonor()
  const changes = {
    fullName: 'Rima Sultana',
    universityId: 'T-77',
    universityRole: 'faculty',
    department: 'Botany',
    bloodGroup: 'AB-',
    contactNumber: '01812-345678',
    isAvailable: false,
    lastDonationDate: '2025-12-31',
    allowContactVisibility: true,
  } as const
  const reply = await person.call(updateOwnDonor, { body: changes })
  expect([reply.status, reply.body]).toEqual([
    200,
    { ...donor, ...changes, isVerified: false, verificationChangedAt: null },
  ])
  expect(await ownDonorOf(person)).toEqual(reply.body)
})

test('a donor who becomes somebody else has to be verified again, also after changing it back', async () => {
  const { person } = await verifiedDonor()
  await person.call(updateOwnDonor, { body: aDonor({ universityId: 'EEE-1' }) })
  expect((await ownDonorOf(person))?.isVerified).toBe(false)
  await person.call(updateOwnDonor, { body: aDonor() })
  expect((await ownDonorOf(person))?.isVerified).toBe(false)
})

test('a donor who writes the same otherwise, or changes what nobody has checked, stays verified', async () => {
  const { person } = await verifiedDonor()
  const { fullName, universityId } = aDonor()
  const body = aDonor({
    department: 'Botany',
    contactNumber: '01812-345678',
    fullName: `  ${fullName.toUpperCase().replace(' ', '  ')}.`,
    universityId: universityId.toLowerCase().replaceAll('-', ' '),
  })
  await person.call(updateOwnDonor, { body })
  expect(await ownDonorOf(person)).toMatchObject({ department: 'Botany', isVerified: true })
})

test('an update changes no other donor', async () => {
  const { person: neighbour, donor } = await verifiedDonor()
  const { person } = await verifiedDonor()
  await person.call(updateOwnDonor, { body: aDonor({ fullName: 'Only Me' }) })
  expect(await ownDonorOf(neighbour)).toEqual(donor)
})

test('an update without a donation date removes the date', async () => {
  const { person } = await verifiedDonor()
  await person.call(updateOwnDonor, { body: aDonor({ lastDonationDate: '2025-12-31' }) })
  await person.call(updateOwnDonor, { body: aDonor({ lastDonationDate: '' }) })
  expect((await ownDonorOf(person))?.lastDonationDate).toBeNull()
})

test('a number and a University ID that could not be registered today stay while nobody touches them', async () => {
  const person = await bank.signedInAs()
  const form = aDonor({ universityId: '2.01933E+09', contactNumber: '1712345675.0' })
  expect((await person.call(registerDonor, { body: form })).status).toBe(400)
  await storeDonor(bank.db, {
    universityId: form.universityId,
    contactNumber: form.contactNumber,
    userId: person.id,
  })
  const edit = (changes: object) => person.call(updateOwnDonor, { body: { ...form, ...changes } })
  expect((await edit({ department: 'Botany' })).body).toMatchObject({ ...form, department: 'Botany' })
  const reply = await edit({ contactNumber: '1712345676.0' })
  expect(reply.body).toMatchObject({
    error: { fields: { contactNumber: expect.stringContaining('spreadsheet') } },
  })
  expect((await edit({ contactNumber: '০১৭১২৩৪৫৬৭৫।' })).body.contactNumber).toBe('01712-345675')
})

/** A donor of a group that nobody else here has, who switches their availability. */
async function aSwitch() {
  const person = await bank.signedInAs()
  const { body } = await person.call(registerDonor, { body: aDonor({ bloodGroup: 'AB-' }) })
  const switchTo = (isAvailable: boolean) => person.call(setOwnAvailability, { body: { isAvailable } })
  return { person, donor: body, switchTo }
}

const idsFound = async () =>
  (await admin.call(searchDonors, { query: { bloodGroup: 'AB-' } })).body.records.map(({ id }) => id)

test('a donor who is not available is in no search until they are available again', async () => {
  const { donor, switchTo } = await aSwitch()
  expect(await idsFound()).toContain(donor.id)
  expect(await switchTo(false)).toMatchObject({ status: 200, body: { ...donor, isAvailable: false } })
  expect(await idsFound()).not.toContain(donor.id)
  await switchTo(true)
  expect(await idsFound()).toContain(donor.id)
})

test('nothing else in the profile changes, also not what was changed meanwhile', async () => {
  const { person, donor, switchTo } = await aSwitch()
  const edited = aDonor({ bloodGroup: 'AB-', department: 'Botany', allowContactVisibility: true })
  const { body: changed } = await person.call(updateOwnDonor, { body: edited })
  await switchTo(false)
  expect((await person.call(readOwnDonor)).body.donor).toEqual({ ...changed, isAvailable: false })
  expect(changed).toMatchObject({ id: donor.id, department: 'Botany' })
})

test('a member without a profile has nothing to update, to switch or to end', async () => {
  for (const reply of [
    await admin.call(updateOwnDonor, { body: aDonor() }),
    await admin.call(setOwnAvailability, { body: { isAvailable: false } }),
    await admin.call(endOwnRest),
  ])
    expect(reply).toRefuse('donor-not-found', 'Donor profile not found. Cannot update.')
})

const inDays = (days: number) => addDays(calendarDate(new Date(), bank.config.timeZone), days)

test('a donor chooses a day before which they are not asked, and it stays until they take it back', async () => {
  const { person } = await verifiedDonor()
  const edit = async (changes: object) =>
    (await person.call(updateOwnDonor, { body: { ...aDonor(), ...changes } })).body
  const rest = { restsUntil: inDays(30), eligibleFrom: inDays(30) }
  expect(await edit({ restsUntil: inDays(30) })).toMatchObject(rest)
  // A page of before the upgrade does not send the field.
  expect(await edit({ department: 'Botany' })).toMatchObject(rest)
  expect(await ownDonorOf(person)).toMatchObject({ ...rest, department: 'Botany', isVerified: true })
  expect(await edit({ restsUntil: '' })).toMatchObject({ restsUntil: null, eligibleFrom: null })
})

test('a donor asks to be asked again at once, and nothing else changes', async () => {
  const { person } = await verifiedDonor()
  const { body: resting } = await person.call(updateOwnDonor, {
    body: { ...aDonor({ department: 'Botany' }), restsUntil: inDays(30) },
  })
  expect((await person.call(endOwnRest)).body).toEqual({
    ...resting,
    restsUntil: null,
    eligibleFrom: null,
    plateletsFrom: null,
  })
})

test('a day that has passed or is more than a year away is refused at its field, and nothing is saved', async () => {
  const { person, donor } = await verifiedDonor()
  const message = 'Choose a day from tomorrow on, at most a year ahead.'
  for (const days of [-1, 0, 367]) {
    const reply = await person.call(updateOwnDonor, { body: { ...aDonor(), restsUntil: inDays(days) } })
    expect(reply, `in ${days} days`).toRefuse('invalid-input', message)
    expect(reply.error?.fields).toEqual({ restsUntil: message })
  }
  expect(await ownDonorOf(person)).toEqual(donor)
})
