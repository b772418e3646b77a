import { listBloodRequests, listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { expect, test } from 'vitest'
import { aBloodRequest } from '../../testing/builders.ts'
import { NO_POSTING_LIMITS } from '../../testing/environments/no-posting-limits.ts'
import { startTestApp } from '../../testing/test-app.ts'

// One member posts all of these.
const bank = await startTestApp(NO_POSTING_LIMITS)
const rima = await bank.signedInAs()
const ownRequests = async () => (await rima.call(listOwnBloodRequests, { query: {} })).body.records

test('a request starts as active, urgent and for one unit, and is read back', async () => {
  const reply = await rima.call(postBloodRequest, { body: aBloodRequest() })
  expect([reply.status, reply.body]).toEqual([
    201,
    {
      id: expect.any(String),
      userId: rima.id,
      patientName: 'Abdul Karim',
      requiredBloodGroup: 'B+',
      unitsRequired: 1,
      hospitalName: 'Dhaka Medical College Hospital',
      hospitalLocation: null,
      contactPerson: 'Nadia Karim',
      contactNumber: '01812-345678',
      urgency: 'urgent',
      neededBy: null,
      additionalInfo: null,
      status: 'active',
      requestedAt: expect.any(String),
      unitsGiven: 0,
      offersStanding: 0,
      confirmedAt: expect.any(String),
      unconfirmedSince: null,
      hiddenAt: null,
      closedAt: null,
      closedByAdminAt: null,
      closingReason: null,
    },
  ])
  expect((await ownRequests())[0]).toEqual(reply.body)
  expect(Math.abs(Date.parse(reply.body.requestedAt) - Date.now())).toBeLessThan(60_000)
})

test('every field of the form is stored', async () => {
  const { isAnotherRequest, ...required } = aBloodRequest()
  const form = {
    ...required,
    patientName: 'আব্দুল 😀 <b>করিম</b>',
    unitsRequired: 100,
    hospitalLocation: 'Bakshibazar, Dhaka',
    urgency: 'low',
    additionalInfo: 'Ward 7\nafter 6 pm',
  } as const
  const { body } = await rima.call(postBloodRequest, { body: form })
  expect(body).toMatchObject(form)
  expect((await ownRequests())[0]).toEqual(body)
})

test('an admin sees the email address of the member who posted a request', async () => {
  const nadia = await bank.signedInAs({ email: 'nadia@example.edu' })
  const admin = await bank.signedInAs({ role: 'admin' })
  const { body } = await nadia.call(postBloodRequest, { body: aBloodRequest() })
  const listed = await admin.call(listBloodRequests, { query: { search: 'nadia@example' } })
  expect(listed.body.records).toEqual([
    { ...body, userEmail: 'nadia@example.edu', heldBackAt: null, foundRealAt: null },
  ])
})

test.each(['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'] as const)(
  'a member requests blood of the group %s',
  async requiredBloodGroup => {
    const { body } = await rima.call(postBloodRequest, { body: aBloodRequest({ requiredBloodGroup }) })
    expect(body.requiredBloodGroup).toBe(requiredBloodGroup)
  },
)

test.each(['urgent', 'moderate', 'low'] as const)(
  'a member posts a request with the urgency %s',
  async urgency => {
    const { body } = await rima.call(postBloodRequest, { body: aBloodRequest({ urgency }) })
    expect(body.urgency).toBe(urgency)
  },
)

test.each([
  ['+880 1812-345678', '+8801812345678', '01812-345678'],
  ['০১৮১২৩৪৫৬৭৮', '+8801812345678', '01812-345678'],
  ['+1 213 373 4253', '+12133734253', '+1 213 373 4253'],
  ['(02) 9661551 ext 12', '(02) 9661551 ext 12', '(02) 9661551 ext 12'],
  ['12345', '12345', '12345'],
])('the number %s is stored as %s and shown as %s', async (typed, stored, shown) => {
  const { body } = await rima.call(postBloodRequest, { body: aBloodRequest({ contactNumber: typed }) })
  expect(body.contactNumber).toBe(shown)
  const row = await bank.db
    .selectFrom('bloodRequests')
    .select('contactNumber')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  expect(row.contactNumber).toBe(stored)
})

const MISSING =
  'Please fill in all required fields: Patient Name, Blood Group, Hospital, Contact Person, and Contact Number.'
const AT_LEAST_ONE = 'Units required must be at least 1.'
test.each([
  [{ patientName: '' }, MISSING],
  [{ requiredBloodGroup: null }, MISSING],
  [{ hospitalName: undefined }, MISSING],
  [{ contactPerson: ' ' }, MISSING],
  [{ contactNumber: '' }, MISSING],
  [{ unitsRequired: 0 }, AT_LEAST_ONE],
  [{ unitsRequired: true }, AT_LEAST_ONE],
  [{ unitsRequired: 101 }, 'Units required must be at most 100.'],
  [{ unitsRequired: 1.5 }, 'Units required must be a whole number.'],
  [{ urgency: 'tomorrow' }, 'Please select an urgency.'],
  [{ requiredBloodGroup: 'C' }, 'Please select a blood group.'],
  [{ patientName: 'A\0b' }, 'Patient Name contains characters that cannot be stored.'],
  [{ additionalInfo: '\udc00' }, 'Additional Info contains characters that cannot be stored.'],
  [{ additionalInfo: 'x'.repeat(2001) }, 'Additional Info must be at most 2000 characters long.'],
  [{ status: 'fulfilled' }, 'status cannot be set here.'],
  [{ userId: rima.id }, 'userId cannot be set here.'],
  [{ userEmail: 'other@example.edu' }, 'userEmail cannot be set here.'],
  [{ requestedAt: '2020-01-01T00:00:00.000Z' }, 'requestedAt cannot be set here.'],
])('a form with %j is refused, the field is marked, and nothing is posted', async (more, message) => {
  const before = await ownRequests()
  const reply = await rima.send('POST', '/api/blood-requests', { body: { ...aBloodRequest(), ...more } })
  expect(reply).toRefuse('invalid-input', message)
  expect(Object.keys(reply.error?.fields ?? {})).toEqual(Object.keys(more))
  expect(await ownRequests()).toEqual(before)
})
