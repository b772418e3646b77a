import { activateDonor, readOwnDonor, searchDonors, verifyDonor } from '@blood-bank/contract/donors/endpoints'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import { expect, test } from 'vitest'
import { aDonor } from '../../testing/builders.ts'
import { storeDonor } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })
const UNKNOWN = { id: '0198f3a0-1234-7abc-8def-0123456789ab' }

const auditOf = (targetId: string) =>
  bank.db.selectFrom('auditEntries').selectAll().where('targetId', '=', targetId).orderBy('id').execute()

test('an admin verifies a donor and withdraws it; the donor sees it, and the audit log has it', async () => {
  const rima = await bank.signedInAs()
  const { body: donor } = await rima.call(registerDonor, { body: aDonor() })
  const params = { id: donor.id }
  const verified = await admin.call(verifyDonor, { params, body: { isVerified: true } })
  expect([verified.status, verified.body]).toMatchObject([
    200,
    { id: donor.id, userId: rima.id, isVerified: true },
  ])
  expect((await rima.call(readOwnDonor)).body.donor?.isVerified).toBe(true)
  await admin.call(verifyDonor, { params, body: { isVerified: false } })
  expect((await rima.call(readOwnDonor)).body.donor?.isVerified).toBe(false)
  expect(await auditOf(donor.id)).toMatchObject([
    {
      actorId: admin.id,
      action: 'donor-verified',
      before: { isVerified: false },
      after: { isVerified: true },
    },
    {
      actorId: admin.id,
      action: 'donor-verified',
      before: { isVerified: true },
      after: { isVerified: false },
    },
  ])
})

test('a donor whose profile is made inactive is left out of searches until it is active again', async () => {
  const rima = await bank.signedInAs()
  const { body: donor } = await rima.call(registerDonor, { body: aDonor({ bloodGroup: 'AB-' }) })
  const found = async () =>
    (await rima.call(searchDonors, { query: { bloodGroup: 'AB-' } })).body.records.map(hit => hit.id)
  const activate = (isProfileActive: boolean) =>
    admin.call(activateDonor, { params: { id: donor.id }, body: { isProfileActive } })
  expect((await activate(false)).body.isProfileActive).toBe(false)
  expect(await found()).toEqual([])
  expect((await rima.call(readOwnDonor)).body.donor?.isProfileActive).toBe(false)
  await activate(true)
  expect(await found()).toEqual([donor.id])
  expect(await auditOf(donor.id)).toMatchObject([
    { action: 'donor-activated', after: { isProfileActive: false } },
    { action: 'donor-activated', after: { isProfileActive: true } },
  ])
})

test('the audit log contains no personal data', async () => {
  const donor = await storeDonor(bank.db)
  await admin.call(verifyDonor, { params: { id: donor.id }, body: { isVerified: true } })
  const auditText = JSON.stringify(await auditOf(donor.id))
  for (const secret of [donor.email, donor.fullName, donor.universityId, donor.contactNumber])
    expect(auditText).not.toContain(secret)
})

test.each([
  ['verification', { isVerified: 'yes' }],
  ['verification', { isVerified: true, isProfileActive: true }],
  ['verification', {}],
  ['activation', { isProfileActive: 1 }],
  ['activation', { isProfileActive: true, bloodGroup: 'O+' }],
])('%s with %j is refused and nothing is changed', async (act, body) => {
  const donor = await storeDonor(bank.db)
  const reply = await admin.send('PATCH', `/api/admin/donors/${donor.id}/${act}`, { body })
  expect(reply).toMatchObject({ status: 400, error: { code: 'invalid-input' } })
  expect(await auditOf(donor.id)).toEqual([])
})

test('a missing donor is a 404, and an invalid id a 400', async () => {
  const body = { isVerified: true }
  expect(await admin.call(verifyDonor, { params: UNKNOWN, body })).toRefuse('donor-gone')
  expect(await admin.call(activateDonor, { params: UNKNOWN, body: { isProfileActive: true } })).toRefuse(
    'donor-gone',
  )
  expect(await admin.send('PATCH', '/api/admin/donors/7/verification', { body })).toRefuse(
    'invalid-input',
    'This is not a valid id.',
  )
})
