import { listBloodRequests } from '@blood-bank/contract/blood-requests/administration'
import { expect, test } from 'vitest'
import { everyPage } from '../../testing/http/every-page.ts'
import { storeBloodRequest } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ email: 'admin@example.edu', role: 'admin' })

type Query = Parameters<typeof admin.call<typeof listBloodRequests>>[1]['query']
const patientsOf = async (query: Query) =>
  (await admin.call(listBloodRequests, { query })).body.records.map(bloodRequest => bloodRequest.patientName)

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))
await storeBloodRequest(bank.db, {
  patientName: 'Abir',
  requestedAt: at(1),
  urgency: 'urgent',
  hospitalName: 'Square',
})
await storeBloodRequest(bank.db, {
  patientName: 'badal',
  requestedAt: at(3),
  status: 'fulfilled',
  hospitalName: 'apollo',
})
await storeBloodRequest(bank.db, {
  patientName: 'Chandra',
  requestedAt: at(2),
  status: 'cancelled',
  requiredBloodGroup: 'O+',
  contactPerson: 'Mina',
  contactNumber: '+8801511223344',
})

test.each<[Query, string[]]>([
  [{}, ['badal', 'Chandra', 'Abir']],
  [{ order: 'asc' }, ['Abir', 'Chandra', 'badal']],
  [{ sort: 'patientName', order: 'asc' }, ['Abir', 'badal', 'Chandra']],
  [{ sort: 'hospitalName', order: 'asc' }, ['badal', 'Abir', 'Chandra']],
  [{ status: 'active' }, ['Abir']],
  [{ status: 'cancelled' }, ['Chandra']],
  [{ urgency: 'urgent' }, ['Abir']],
  [{ requiredBloodGroup: 'O+' }, ['Chandra']],
  [{ search: 'MINA' }, ['Chandra']],
  [{ search: '01511-223344' }, ['Chandra']],
  [{ search: '+880 1511 223344' }, ['Chandra']],
  [{ search: '223344' }, ['Chandra']],
  [{ search: '01511-223345' }, []],
  [{ search: 'apollo', status: 'fulfilled' }, ['badal']],
  [{ search: 'apollo', status: 'active' }, []],
])('an admin lists requests by %j', async (query, patients) => {
  expect(await patientsOf(query)).toEqual(patients)
})

test.each(['requestedAt', 'patientName', 'hospitalName', 'requiredBloodGroup'] as const)(
  'the list sorted by %s is paged through in either direction',
  async sort => {
    for (const order of ['asc', 'desc'] as const) {
      const pages = await everyPage(place =>
        admin.call(listBloodRequests, { query: { sort, order, limit: '1', ...place } }),
      )
      const found = pages.flat().map(bloodRequest => bloodRequest.patientName)
      expect(found).toEqual(await patientsOf({ sort, order }))
      expect(found).toHaveLength(3)
    }
  },
)

test('a cursor of one sort order is refused in another', async () => {
  const { body } = await admin.call(listBloodRequests, { query: { sort: 'patientName', limit: '1' } })
  const reply = await admin.call(listBloodRequests, { query: { after: body.next ?? '' } })
  expect(reply).toMatchObject({ status: 400, error: { fields: { after: expect.any(String) } } })
})
