import { listBloodRequests } from '@blood-bank/contract/blood-requests/administration'
import {
  closeBloodRequest,
  deleteBloodRequest,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests/endpoints'
import {
  dismissRequestDeletion,
  listRequestDeletions,
  type RemovalReason,
} from '@blood-bank/contract/blood-requests/removals'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import { expect, test } from 'vitest'
import { aDonor } from '../../../testing/person.ts'
import { storeBloodRequest } from '../../../testing/stored.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { removeOldDeletions } from './deletions.ts'

const bank = await startTestApp()
const ADMIN = { email: 'tania.head@example.edu', fullName: 'Tania Chief' }
const admin = await bank.signedInAs({ email: ADMIN.email, role: 'admin' })
await admin.call(registerDonor, { body: aDonor({ fullName: ADMIN.fullName }) })

type Member = typeof admin

/** An O+ request of a new member. */
async function posted() {
  const owner = await bank.signedInAs()
  const email = owner.user?.email ?? ''
  const { id } = await storeBloodRequest(bank.db, {
    userId: owner.id,
    userEmail: email,
    requiredBloodGroup: 'O+',
    requestedAt: new Date('2026-03-01T09:05:00Z'),
  })
  return { owner, email, id }
}

const close = (actor: Member, id: string, status: 'fulfilled' | 'cancelled', reason?: RemovalReason) =>
  actor.call(closeBloodRequest, { params: { id }, body: { status, ...(reason && { reason }) } })
const remove = (actor: Member, id: string, reason?: RemovalReason) =>
  actor.call(deleteBloodRequest, { params: { id }, query: { ...(reason && { reason }) } })
const cardOf = async (owner: Member) =>
  (await owner.call(listOwnBloodRequests, { query: {} })).body.records[0]
const deletionsOf = async (owner: Member) => (await owner.call(listRequestDeletions)).body.deletions

/** The mails to an owner, none of which may say who the admin is. */
async function mailsTo(email: string) {
  const mails = await bank.mailsTo(email)
  for (const word of [...Object.values(ADMIN), admin.id, 'Salma Khatun', 'Square Hospital'])
    for (const { subject, text, html } of mails) expect(subject + text + html).not.toContain(word)
  return mails.map(({ subject, text }) => ({ subject: subject.replace(/ · .*/, ''), text }))
}

const DATE = /\w+ \d+, 20\d\d/

test('whose request an admin marks as fulfilled sees it on the card, and is told by email', async () => {
  const { owner, email, id } = await posted()
  expect((await close(admin, id, 'fulfilled')).status).toBe(200)
  const closedByAdminAt = expect.stringMatching(/^20\d\d-/)
  expect(await cardOf(owner)).toMatchObject({ status: 'fulfilled', closedByAdminAt, closingReason: null })
  const mails = await mailsTo(email)
  expect(mails.map(({ subject }) => subject)).toEqual(['Your request for O+ blood was marked as fulfilled'])
  expect(mails[0]?.text).toMatch(DATE)
})

test('whose request an admin cancels is told why', async () => {
  const { owner, email, id } = await posted()
  expect((await close(admin, id, 'cancelled', 'duplicate')).body.closingReason).toBe('duplicate')
  expect(await cardOf(owner)).toMatchObject({ status: 'cancelled', closingReason: 'duplicate' })
  const [mail, ...others] = await mailsTo(email)
  expect([mail?.subject, others]).toEqual(['Your request for O+ blood was cancelled', []])
  expect(mail?.text).toMatch(DATE)
  expect(mail?.text).toContain('Reason: There is another request for the same patient.')
})

test('whose request an admin deletes is told why by email, and on the dashboard until they have read it', async () => {
  const { owner, email, id } = await posted()
  const other = await bank.signedInAs()
  expect((await remove(admin, id, 'unreachable')).status).toBe(204)
  const [deletion, ...others] = await deletionsOf(owner)
  expect(others).toEqual([])
  expect(deletion).toEqual({
    id: expect.any(String),
    requiredBloodGroup: 'O+',
    component: 'blood',
    requestedAt: '2026-03-01T09:05:00.000Z',
    deletedAt: expect.any(String),
    reason: 'unreachable',
  })
  const [mail] = await mailsTo(email)
  expect(mail?.subject).toBe('Your request for O+ blood was deleted')
  expect(mail?.text).toContain('that you posted on March 1, 2026.')
  expect(mail?.text).toContain('Reason: Nobody could be reached at its contact number.')
  expect(await deletionsOf(other)).toEqual([])

  const dismiss = (person: Member) =>
    person.call(dismissRequestDeletion, { params: { id: deletion?.id ?? '' } })
  expect((await dismiss(other)).status).toBe(204)
  expect(await deletionsOf(owner)).toHaveLength(1)
  expect((await dismiss(owner)).status).toBe(204)
  expect(await deletionsOf(owner)).toEqual([])
})

test('an admin who cancels or deletes a request says why', async () => {
  const { owner, email, id } = await posted()
  for (const refused of [await close(admin, id, 'cancelled'), await remove(admin, id)]) {
    expect(refused).toRefuse('removal-reason-missing', 'Please select a reason.')
    expect(refused.error?.fields).toEqual({ reason: 'Please select a reason.' })
  }
  expect(await cardOf(owner)).toMatchObject({ status: 'active' })
  expect(await mailsTo(email)).toEqual([])
})

test('nobody is told of what they did themselves, and no reason is stored', async () => {
  const { owner, email, id } = await posted()
  await close(owner, id, 'cancelled', 'not-real')
  expect(await cardOf(owner)).toMatchObject({
    status: 'cancelled',
    closedByAdminAt: null,
    closingReason: null,
  })
  await remove(owner, id)
  const { id: own } = await storeBloodRequest(bank.db, { userId: admin.id, userEmail: ADMIN.email })
  await close(admin, own, 'cancelled')
  const { body } = await admin.call(listBloodRequests, { query: { status: 'cancelled' } })
  expect(body.records.find(record => record.id === own)?.closedByAdminAt).toBeNull()
  await remove(admin, own)
  expect([await deletionsOf(owner), await deletionsOf(admin)]).toEqual([[], []])
  expect([await bank.mailsTo(email), await bank.mailsTo(ADMIN.email)]).toEqual([[], []])
})

test('a deletion that nobody reads is forgotten after three months', async () => {
  const { owner, id } = await posted()
  await remove(admin, id, 'other')
  const after = (days: number) => new Date(Date.now() + days * 86_400_000)
  await removeOldDeletions(bank.db, after(89))
  expect(await deletionsOf(owner)).toHaveLength(1)
  await removeOldDeletions(bank.db, after(91))
  expect(await deletionsOf(owner)).toEqual([])
})
