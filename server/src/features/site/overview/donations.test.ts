import { randomUUID } from 'node:crypto'
import { listBloodRequests } from '@blood-bank/contract/blood-requests/administration'
import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import { DISPUTES_SHOWN, readOverview } from '@blood-bank/contract/site/overview'
import { expect, test } from 'vitest'
import { calendarDate } from '../../../platform/clock/local-time.ts'
import { MAX_AGE_MS } from '../../../platform/http/replies/shared-reply.ts'
import { storeBloodRequest, storeDonation, storeDonor, storeOffer } from '../../../testing/stored.ts'
import { startTestApp } from '../../../testing/test-app.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })

const ago = (ms: number) => new Date(Date.now() - ms)
const dayBefore = (days: number) => calendarDate(ago(days * DAY_MS), 'Asia/Dhaka')

/** The overview after the shared result has expired. */
const overview = async () => {
  bank.advance(MAX_AGE_MS + 1)
  return (await admin.call(readOverview)).body
}

const listed = async () => {
  const query = { offers: 'none-for-an-hour', limit: '300' } as const
  return (await admin.call(listBloodRequests, { query })).body.records
}

type Recorded = Parameters<typeof storeDonation>[1]
type Offer = Pick<Parameters<typeof storeOffer>[1], 'status' | 'settledAt'>

/** A donation of yesterday. @returns its id */
const give = async (more: Recorded) => (await storeDonation(bank.db, { donatedOn: dayBefore(1), ...more })).id

const { id: bloodRequestId } = await storeBloodRequest(bank.db, { status: 'fulfilled' })

test.each<[string, Recorded, number]>([
  ['a donation of today', { donatedOn: dayBefore(0) }, 1],
  ['one of 83 days ago', { donatedOn: dayBefore(83) }, 1],
  ['one of 84 days ago', { donatedOn: dayBefore(84) }, 0],
  ['one that an admin recorded', { recordedBy: 'admin' }, 1],
  ['one that the donor added', { recordedBy: 'donor' }, 0],
  ['one that the donor added and that counts for a request', { recordedBy: 'donor', bloodRequestId }, 1],
  ['one that was undone', { isWithdrawn: true }, 0],
  ['one that is disputed', { disputedAt: new Date() }, 1],
  ['one of an erased donor', { userId: null }, 1],
])('%s counts as units given in the last 12 weeks: %s', async (_, donation, added) => {
  const before = (await overview()).unitsGiven
  await give(donation)
  expect((await overview()).unitsGiven - before).toBe(added)
})

type Waiting = {
  posted: Date
  isHidden?: boolean
  status?: 'fulfilled'
  offer?: Offer
  given?: number
}

test.each<[string, Waiting, number]>([
  ['a request of 61 minutes without an offer', { posted: ago(61 * 60_000) }, 1],
  ['one of 58 minutes', { posted: ago(58 * 60_000) }, 0],
  ['one with a standing offer', { posted: ago(DAY_MS), offer: { status: 'offered', settledAt: null } }, 0],
  [
    'one whose donor withdrew half an hour ago',
    { posted: ago(DAY_MS), offer: { status: 'withdrawn', settledAt: ago(HOUR_MS / 2) } },
    0,
  ],
  [
    'one whose donor withdrew two hours ago',
    { posted: ago(DAY_MS), offer: { status: 'withdrawn', settledAt: ago(2 * HOUR_MS) } },
    1,
  ],
  ['one with one of two units', { posted: ago(DAY_MS), given: 1 }, 1],
  ['one with all units', { posted: ago(DAY_MS), given: 2 }, 0],
  ['one of a suspended owner', { posted: ago(DAY_MS), isHidden: true }, 0],
  ['a closed one', { posted: ago(DAY_MS), status: 'fulfilled' }, 0],
])(
  '%s counts as without an offer: %s',
  async (_, { posted, offer, given = 0, isHidden = false, ...more }, added) => {
    const before = (await overview()).requestsWithoutOffer
    const { id } = await storeBloodRequest(bank.db, { requestedAt: posted, unitsRequired: 2, ...more })
    // A trigger sets it when a row is inserted.
    await bank.db.updateTable('bloodRequests').set({ isHidden }).where('id', '=', id).execute()
    if (offer) await storeOffer(bank.db, { bloodRequestId: id, ...offer })
    for (let unit = 0; unit < given; unit += 1) await give({ bloodRequestId: id })
    expect((await overview()).requestsWithoutOffer - before).toBe(added)
    const found = (await listed()).some(bloodRequest => bloodRequest.id === id)
    expect(found, 'the list that the count leads to has it').toBe(added === 1)
  },
)

test('disputed donations are named until an admin has decided, the longest waiting first', async () => {
  await bank.db.updateTable('donations').set({ disputedAt: null }).execute()
  const donor = await storeDonor(bank.db, { fullName: 'Karim Uddin', email: `${randomUUID()}@example.edu` })
  const dispute = (hours: number, donatedOn: string) =>
    give({ userId: donor.userId, donatedOn, disputedAt: ago(hours * HOUR_MS) })
  const later = await dispute(1, '2026-03-01')
  const earlier = await dispute(2, '2026-03-02')
  const { disputedDonations } = await overview()
  expect(disputedDonations.total).toBe(2)
  expect(disputedDonations.records.map(({ id }) => id)).toEqual([earlier, later])
  expect(disputedDonations.records[0]).toMatchObject({
    donatedOn: '2026-03-02',
    donor: { id: donor.id, fullName: 'Karim Uddin', email: donor.email },
  })
  await bank.db.updateTable('donations').set({ disputedAt: null }).where('id', '=', earlier).execute()
  await bank.db.updateTable('donations').set({ isWithdrawn: true }).where('id', '=', later).execute()
  expect((await overview()).disputedDonations).toEqual({ total: 0, records: [] })
})

test('more disputed donations than are named are counted', async () => {
  for (let nth = 0; nth <= DISPUTES_SHOWN; nth += 1) await give({ disputedAt: new Date() })
  const { total, records } = (await overview()).disputedDonations
  expect([total, records.length]).toEqual([DISPUTES_SHOWN + 1, DISPUTES_SHOWN])
})
