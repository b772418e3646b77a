import { CONSENT } from '@blood-bank/contract/consent'
import { listContactReveals, revealDonorNumber } from '@blood-bank/contract/contact-reveals'
import { listDonors } from '@blood-bank/contract/donors'
import { agreeToConsent } from '@blood-bank/contract/own-account'
import { expect, test } from 'vitest'
import { storeDonor } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })

/** A member who registered as a donor with a private number, and agreed to a version of the consent. */
async function aDonor(version: string | null = CONSENT.version) {
  const person = await bank.signedInAs()
  const donor = await storeDonor(bank.db, { userId: person.id, contactNumber: '+8801799887766' })
  await bank.db.deleteFrom('consents').where('userId', '=', person.id).execute()
  if (version) await bank.db.insertInto('consents').values({ userId: person.id, version }).execute()
  return { person, donor }
}

const show = (id: string, by = admin) => by.call(revealDonorNumber, { params: { id } })
const entriesAbout = (id: string) =>
  bank.db.selectFrom('auditEntries').selectAll().where('targetId', '=', id).execute()
const revealsOf = async (userId: string) =>
  bank.db.selectFrom('contactReveals').selectAll().where('ownerId', '=', userId).execute()

test('an admin sees a private number; the audit and the ledger record it, and the donor sees that', async () => {
  const { person, donor } = await aDonor()
  const reply = await show(donor.id)
  expect([reply.status, reply.body]).toEqual([201, { contactNumber: '01799-887766' }])
  expect(await entriesAbout(donor.id)).toMatchObject([
    { action: 'number-revealed', actorId: admin.id, before: null, after: null },
  ])
  const { records } = (await person.call(listContactReveals, { query: {} })).body
  expect(records).toEqual([
    {
      id: expect.any(String),
      occasion: 'admin',
      bloodRequest: null,
      beganAt: expect.any(String),
      endedAt: expect.any(String),
    },
  ])
})

test('each look is a row of its own, with a beginning and an end', async () => {
  const { person, donor } = await aDonor()
  await show(donor.id)
  await show(donor.id)
  const rows = await revealsOf(person.id)
  expect(rows.map(({ event }) => event).sort()).toEqual(['began', 'began', 'ended', 'ended'])
  expect(rows.every(({ viewerId, occasion }) => viewerId === admin.id && occasion === 'admin')).toBe(true)
  const ended = await person.call(listContactReveals, { query: { hasEnded: 'true' } })
  const standing = await person.call(listContactReveals, { query: { hasEnded: 'false' } })
  expect([ended.body.records.length, standing.body.records.length]).toEqual([2, 0])
})

test.each([null, '2026-11-1'])(
  'a donor whose consent is %s is not looked up, and nothing is recorded, until they agree',
  async version => {
    const { person, donor } = await aDonor(version)
    expect(await show(donor.id)).toRefuse('consent-outdated')
    expect(await entriesAbout(donor.id)).toEqual([])
    expect(await revealsOf(person.id)).toEqual([])
    await person.call(agreeToConsent, { body: { version: CONSENT.version } })
    expect((await show(donor.id)).status).toBe(201)
  },
)

test('members cannot look up numbers', async () => {
  const { person, donor } = await aDonor()
  expect(await show(donor.id, person)).toRefuse('admins-only')
  expect(await revealsOf(person.id)).toEqual([])
})

test('a donor who no longer exists is not found', async () => {
  expect(await show('0192f0c1-0000-7000-8000-0000000000aa')).toRefuse('donor-gone')
})

test('after a look, the list of donors still has no private number, and no search finds it', async () => {
  const { donor } = await aDonor()
  await show(donor.id)
  const all = await admin.call(listDonors, { query: {} })
  expect(all.body.records.find(({ id }) => id === donor.id)?.contactNumber).toBeNull()
  const found = await admin.call(listDonors, { query: { search: '887766' } })
  expect(found.body.records).toEqual([])
})
