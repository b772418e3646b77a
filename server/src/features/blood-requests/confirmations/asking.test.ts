import { confirmBloodRequest } from '@blood-bank/contract/blood-requests/confirmations'
import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { HOUR_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import { beforeEach, expect, test } from 'vitest'
import { askedFor, giveRecord, plannerOf, storeDonors } from '../../../testing/alerts/alerts.ts'
import { close, type Member, PATIENT, post, REQUEST_NUMBER } from '../../../testing/offers/offers.ts'
import type { Person } from '../../../testing/person.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { makeRequestDue } from '../store.ts'

/** Six in the evening at the site, in Dhaka. */
const EVENING = '2026-11-03T12:00:00Z'

const bank = await startTestApp({ NEEDED_HOURS_LOW: '100' })
const plan = plannerOf(bank)

beforeEach(async () => {
  for (const table of ['alerts', 'bloodRequests', 'donors'] as const)
    await bank.db.deleteFrom(table).execute()
  advanceTo(new Date(EVENING))
})

/** Advances the clock to a time, or to some milliseconds after it. */
function advanceTo(time: Date, ms = 0) {
  bank.advance(time.getTime() + ms - bank.now().getTime())
}

/** Posts a request, and has it planned at once. */
async function posted(owner: Member, form: Parameters<typeof post>[1] = {}) {
  const bloodRequest = await post(owner, form)
  await bank.db
    .updateTable('bloodRequests')
    .set({ nextWaveAt: bank.now() })
    .where('id', '=', bloodRequest.id)
    .execute()
  await plan()
  return bloodRequest
}

const confirm = (person: Person, { id }: { id: string }) =>
  person.call(confirmBloodRequest, { params: { id } })
const shownTo = async (person: Member) =>
  (await person.call(listActiveBloodRequests, { query: {} })).body.records
const mailsTo = ({ user }: Member) => bank.mailsTo(user?.email ?? '')

test.each([
  ['urgent', {}, 24],
  ['moderate', { urgency: 'moderate' }, 48],
  ['low', { urgency: 'low' }, 100],
  ['needed by a time', { urgency: 'low', neededBy: '2026-11-04T08:30' }, 14.5],
] as const)(
  'the owner of a request that is %s is asked once when its time has passed',
  async (_, form, hours) => {
    const owner = await bank.signedInAs()
    const { confirmedAt } = await posted(owner, form)
    const postedAt = 'neededBy' in form ? EVENING : String(confirmedAt)
    const since = new Date(Date.parse(postedAt) + hours * HOUR_MS)
    advanceTo(since, -MINUTE_MS)
    await plan()
    expect(await shownTo(owner)).toMatchObject([{ unconfirmedSince: null }])
    expect(await mailsTo(owner)).toEqual([])
    advanceTo(since)
    expect(await plan()).toBe(1)
    const other = await bank.signedInAs()
    expect(await shownTo(other)).toMatchObject([{ unconfirmedSince: since.toISOString(), status: 'active' }])
    bank.advance(1000 * HOUR_MS)
    expect(await plan()).toBe(0)
    expect(await mailsTo(owner)).toHaveLength(1)
  },
)

test('the email says what was requested and has a link, and names no patient, person or number', async () => {
  const owner = await bank.signedInAs()
  await posted(owner, { hospitalName: 'Square Hospital', unitsRequired: 2, neededBy: '2026-11-03T18:30' })
  bank.advance(HOUR_MS)
  await plan()
  const [mail] = await mailsTo(owner)
  expect(mail?.subject).toBe('Is B+ blood still needed? Square Hospital (2 units)')
  expect(mail?.text).toContain('needed by Nov 3, 2026, 6:30 PM.')
  expect(mail?.text).toMatch(/\/confirm#token=[\w-]{43}\n/)
  for (const text of [mail?.text, mail?.html])
    for (const secret of [PATIENT.patientName, PATIENT.contactPerson, REQUEST_NUMBER])
      expect(text).not.toContain(secret)
})

test('a request keeps its place, and no donor is asked until its owner confirms it', async () => {
  const [owner, other] = [await bank.signedInAs(), await bank.signedInAs()]
  // The other one may not use the second alert of each donor.
  await giveRecord(bank, owner.id)
  const older = await posted(other, { urgency: 'low' })
  const request = await posted(owner)
  const newer = await posted(other, { urgency: 'low' })
  bank.advance(24 * HOUR_MS)
  await plan()
  await storeDonors(bank, 3)
  await makeRequestDue({ id: request.id, now: bank.now() }).execute(bank.db)
  expect(await plan()).toBe(0)
  expect((await shownTo(owner)).map(({ id }) => id)).toEqual([newer.id, request.id, older.id])
  bank.advance(HOUR_MS)
  const reply = await confirm(owner, request)
  expect(reply.body.unconfirmedSince).toBeNull()
  expect((await shownTo(other))[1]).toEqual(reply.body)
  await plan()
  expect(await askedFor(bank, request)).toHaveLength(3)
  // A new period has begun.
  const since = new Date(Date.parse(String(reply.body.confirmedAt)) + 24 * HOUR_MS)
  advanceTo(since, -MINUTE_MS)
  await plan()
  expect((await shownTo(owner))[1]).toMatchObject({ unconfirmedSince: null })
  advanceTo(since)
  await plan()
  expect((await shownTo(owner))[1]).toMatchObject({ unconfirmedSince: since.toISOString() })
  expect(await mailsTo(owner)).toHaveLength(2)
})

test('confirming a request removes a "Needed by" that has passed, and leaves one that is to come', async () => {
  const owner = await bank.signedInAs()
  const request = await posted(owner, { neededBy: '2026-11-03T19:00' })
  expect((await confirm(owner, request)).body.neededBy).toBe('2026-11-03T13:00:00.000Z')
  bank.advance(HOUR_MS)
  await plan()
  expect((await confirm(owner, request)).body.neededBy).toBeNull()
})

test('nobody is asked about a request that is closed or confirmed before the email is sent', async () => {
  const owner = await bank.signedInAs()
  const [closed, confirmed] = [await posted(owner), await posted(owner)]
  bank.advance(24 * HOUR_MS)
  expect(await plan()).toBe(2)
  expect((await close(owner, closed)).body.unconfirmedSince).toBeNull()
  await confirm(owner, confirmed)
  expect(await mailsTo(owner)).toEqual([])
})

test('only its owner confirms a request, and only while it is active', async () => {
  const owner = await bank.signedInAs()
  const request = await posted(owner)
  for (const role of ['user', 'admin'] as const)
    expect(await confirm(await bank.signedInAs({ role }), request)).toRefuse('not-yours')
  await close(owner, request)
  expect(await confirm(owner, request)).toRefuse('blood-request-closed')
  expect(await confirm(owner, owner)).toRefuse('blood-request-not-found')
})
