import { activateDonor, readOwnDonor, searchDonors, verifyDonor } from '@blood-bank/contract/donors/endpoints'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import { verifyDonors } from '@blood-bank/contract/donors/verifications'
import { expect, test } from 'vitest'
import { aDonor } from '../../testing/person.ts'
import { storeDonor } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })
const UNKNOWN = '0198f3a0-1234-7abc-8def-0123456789ab'

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

test('a missing donor is a 404', async () => {
  const params = { id: UNKNOWN }
  for (const reply of [
    await admin.call(verifyDonor, { params, body: { isVerified: true } }),
    await admin.call(activateDonor, { params, body: { isProfileActive: true } }),
  ])
    expect(reply).toRefuse('donor-gone')
})

const verify = async (ids: string[], isVerified = true) =>
  admin.call(verifyDonors, { body: { ids, isVerified } })
const areVerified = async (ids: string[]) => {
  const donors = await bank.db.selectFrom('donors').select(['id', 'isVerified']).execute()
  return ids.map(id => donors.find(donor => donor.id === id)?.isVerified)
}
const changesOf = (targetIds: string[]) =>
  bank.db
    .selectFrom('auditEntries')
    .select(['targetId', 'actorId', 'action', 'before', 'after'])
    .where('targetId', 'in', targetIds)
    .orderBy('id')
    .execute()

test('donors are verified together; the reply says what became of each, and each change is audited', async () => {
  const waiting = [await storeDonor(bank.db), await storeDonor(bank.db)].map(({ id }) => id)
  const { id: before } = await storeDonor(bank.db, { isVerified: true })
  const [first = '', second = ''] = waiting
  const { body } = await verify([first, UNKNOWN, before, second, first])
  expect(body.outcomes).toEqual([
    { id: first, outcome: 'changed' },
    { id: UNKNOWN, outcome: 'gone' },
    { id: before, outcome: 'already' },
    { id: second, outcome: 'changed' },
  ])
  expect(await areVerified([...waiting, before])).toEqual([true, true, true])
  const change = { actorId: admin.id, action: 'donor-verified', before: { isVerified: false } }
  const entries = await changesOf([...waiting, before, UNKNOWN])
  expect(entries.toSorted(a => (a.targetId === first ? -1 : 1))).toEqual([
    { ...change, targetId: first, after: { isVerified: true } },
    { ...change, targetId: second, after: { isVerified: true } },
  ])
})

test('a verification of several donors is undone by the same call', async () => {
  const ids = [(await storeDonor(bank.db)).id, (await storeDonor(bank.db)).id]
  await verify(ids)
  const { body } = await verify(ids, false)
  expect(body.outcomes.map(({ outcome }) => outcome)).toEqual(['changed', 'changed'])
  expect(await areVerified(ids)).toEqual([false, false])
  expect(await changesOf(ids)).toHaveLength(4)
})

test('two admins who verify the same donors at once change each of them once', async () => {
  const donors = await Promise.all(Array.from({ length: 6 }, () => storeDonor(bank.db)))
  const ids = donors.map(({ id }) => id)
  const replies = await Promise.all([verify(ids), verify(ids.toReversed())])
  const outcomes = replies.flatMap(({ body }) => body.outcomes.map(({ outcome }) => outcome))
  expect(outcomes.toSorted()).toEqual([...ids.map(() => 'already'), ...ids.map(() => 'changed')])
  expect(await changesOf(ids)).toHaveLength(6)
})

test('a donor who has changed the blood group since the admin looked is not verified, alone or with others', async () => {
  const [changed, same] = [
    await storeDonor(bank.db, { bloodGroup: 'O-' }),
    await storeDonor(bank.db, { bloodGroup: 'A+' }),
  ]
  const alone = { params: { id: changed.id }, body: { isVerified: true, bloodGroup: 'A+' } } as const
  expect(await admin.call(verifyDonor, alone)).toRefuse('blood-group-changed')
  const ids = [changed.id, same.id]
  const { body } = await admin.call(verifyDonors, {
    body: { ids, isVerified: true, bloodGroups: ['A+', 'A+'] },
  })
  expect(body.outcomes.map(({ outcome }) => outcome)).toEqual(['other-group', 'changed'])
  expect(await areVerified(ids)).toEqual([false, true])
  await admin.call(verifyDonor, { ...alone, body: { isVerified: true, bloodGroup: 'O-' } })
  expect(await areVerified(ids)).toEqual([true, true])
})
