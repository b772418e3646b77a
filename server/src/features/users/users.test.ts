import { listBloodRequests, postBloodRequest } from '@blood-bank/contract/blood-requests'
import { listDonors, registerDonor, verifyDonor } from '@blood-bank/contract/donors'
import { readOverview } from '@blood-bank/contract/overview'
import { changeRole, listUsers } from '@blood-bank/contract/users'
import { expect, test } from 'vitest'
import { aBloodRequest, aDonor } from '../../testing/builders.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })

test('an admin makes a member an admin and takes the role back; the last admin stays', async () => {
  const rima = await bank.signedInAs({ email: 'rima@example.edu' })
  const made = await admin.call(changeRole, { params: { id: rima.id }, body: { role: 'admin' } })
  expect(made.body).toMatchObject({ email: 'rima@example.edu', role: 'admin' })
  expect((await rima.call(listUsers, { query: { role: 'admin' } })).body.records).toHaveLength(2)
  const back = await admin.call(changeRole, { params: { id: rima.id }, body: { role: 'user' } })
  expect(back.body.role).toBe('user')
  expect(await rima.call(listUsers, { query: {} })).toRefuse('admins-only')
  expect(await admin.call(changeRole, { params: { id: admin.id }, body: { role: 'user' } })).toRefuse(
    'self-demotion',
  )
  const audit = await bank.db.selectFrom('auditEntries').selectAll().orderBy('id').execute()
  expect(audit).toMatchObject([
    {
      actorId: admin.id,
      action: 'role-changed',
      targetId: rima.id,
      before: { role: 'user' },
      after: { role: 'admin' },
    },
    { before: { role: 'admin' }, after: { role: 'user' } },
  ])
})

test('an admin finds donors by text, filters, sorts and pages through them', async () => {
  for (const fullName of ['Zara 100%', 'abir', 'Badal']) {
    const person = await bank.signedInAs()
    await person.call(registerDonor, { body: aDonor({ fullName }) })
    await person.call(postBloodRequest, { body: aBloodRequest({ patientName: fullName }) })
  }
  const names = async (query: Parameters<typeof admin.call<typeof listDonors>>[1]['query']) => {
    const found: string[] = []
    let after: string | undefined
    do {
      const { body } = await admin.call(listDonors, {
        query: { ...query, limit: 1, ...(after && { after }) },
      })
      found.push(...body.records.map(donor => donor.fullName))
      after = body.next ?? undefined
    } while (after)
    return found
  }
  expect(await names({ sort: 'fullName', order: 'asc' })).toEqual(['abir', 'Badal', 'Zara 100%'])
  expect(await names({})).toEqual(['Badal', 'abir', 'Zara 100%'])
  expect(await names({ search: '100%' })).toEqual(['Zara 100%'])
  expect(await names({ search: 'ABI' })).toEqual(['abir'])
  expect(await names({ isVerified: 'true' })).toEqual([])
  const { body } = await admin.call(listDonors, { query: { search: 'abir' } })
  const [abir] = body.records
  await admin.call(verifyDonor, { params: { id: abir?.id ?? '' }, body: { isVerified: true } })
  expect(await names({ isVerified: 'true' })).toEqual(['abir'])
  const requests = await admin.call(listBloodRequests, { query: { sort: 'patientName', order: 'asc' } })
  expect(requests.body.records.map(one => one.patientName)).toEqual(['abir', 'Badal', 'Zara 100%'])
  expect((await admin.call(readOverview)).body).toEqual({
    donors: 3,
    users: 5,
    bloodRequests: { active: 3, fulfilled: 0, cancelled: 0 },
  })
})
