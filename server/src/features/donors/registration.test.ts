import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { registerDonor, updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { DAY_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { siteDate } from '../../testing/offers/offers.ts'
import { aDonor } from '../../testing/person.ts'
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
      allowContactVisibility: false,
      isVerified: false,
      verificationChangedAt: null,
      isProfileActive: true,
      activationChangedAt: null,
      registeredAt: expect.any(String),
    },
  ])
  expect((await rima.call(readOwnDonor)).body).toEqual({ donor: reply.body })
  expect(Math.abs(Date.parse(reply.body.registeredAt) - before)).toBeLessThan(60_000)
})

test('a member reads only their own profile', async () => {
  const rima = await bank.signedInAs()
  await rima.call(registerDonor, { body: aDonor() })
  const other = await bank.signedInAs()
  expect((await other.call(readOwnDonor)).body.donor).toBeNull()
})

test('registering twice is refused and changes nothing', async () => {
  const rima = await bank.signedInAs()
  await rima.call(registerDonor, { body: aDonor() })
  const again = await rima.call(registerDonor, { body: aDonor({ fullName: 'Somebody Else' }) })
  expect(again).toRefuse('already-a-donor', ALREADY)
  expect((await rima.call(readOwnDonor)).body.donor?.fullName).toBe('Rima Akter')
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

const MISSING =
  'Please fill in all required fields: Full Name, University ID, Role, Department, Blood Group, and Contact Number.'
test.each(['isVerified', 'isProfileActive', 'userId', 'email', 'registeredAt'])(
  'a form that sets %s is refused, and the field is marked',
  async field => {
    const rima = await bank.signedInAs()
    const reply = await rima.send('POST', registerDonor.path, { body: { ...aDonor(), [field]: 'x' } })
    expect(reply).toRefuse('invalid-input', `${field} cannot be set here.`)
    expect(Object.keys(reply.error?.fields ?? {})).toEqual([field])
    expect((await rima.call(readOwnDonor)).body.donor).toBeNull()
  },
)

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

test('the refusal of a call without a form names the missing fields', async () => {
  const rima = await bank.signedInAs()
  expect(await rima.send('POST', '/api/donors')).toRefuse('invalid-input', MISSING)
})
