import { DAY_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import { readTermSummary, type Term } from '@blood-bank/contract/site/term-summary'
import { expect, test } from 'vitest'
import { storeBloodRequest, storeDonation, storeDonor, storeOffer, storeUser } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

/** In Dhaka, a day begins at 18:00 UTC of the day before. */
const bank = await startTestApp({ TIME_ZONE: 'Asia/Dhaka' })
const { db } = bank
const admin = await bank.signedInAs({ role: 'admin' })
const owner = await storeUser(db)

const TERM: Term = { from: '2026-01-01', to: '2026-06-30' }
const START = Date.parse('2025-12-31T18:00:00Z')
const END = Date.parse('2026-06-30T18:00:00Z')

const summaryOf = async (query = TERM) => (await admin.call(readTermSummary, { query })).body

const store = async (count: number, one: (nth: number) => Promise<unknown>) => {
  for (let nth = 0; nth < count; nth += 1) await one(nth)
}

const postAt = (time: number) => storeBloodRequest(db, { userId: owner.id, requestedAt: new Date(time) })

/** A request of the term that gets its offers so many minutes later. */
async function postWithOffers(postedAt: number, ...minutes: number[]) {
  const { id: bloodRequestId } = await postAt(postedAt)
  for (const after of minutes) {
    const { id: userId } = await storeUser(db)
    const offeredAt = new Date(postedAt + after * MINUTE_MS)
    const settled = { status: 'withdrawn', settledAt: new Date(offeredAt.getTime() + 1) } as const
    await storeOffer(db, { userId, bloodRequestId, offeredAt, ...settled })
  }
}

const give = async (donatedOn: string, recordedBy: 'donor' | 'admin', isWithdrawn = false) =>
  storeDonation(db, { userId: (await storeUser(db)).id, donatedOn, recordedBy, isWithdrawn })

test('small counts of a term are hidden, because they would say something about people', async () => {
  await store(9, () => storeDonor(db, { registeredAt: new Date(START) }))
  await store(9, nth => postWithOffers(START + nth * DAY_MS, 1, 5))
  await store(9, () => give('2026-01-01', 'admin'))
  expect(await summaryOf()).toEqual({
    donors: null,
    bloodRequests: null,
    unitsGiven: null,
    minutesToFirstOffer: null,
  })
})

test("a term counts what its days in the site's time zone have, rounded down, and the first offers of its requests", async () => {
  await store(3, () => storeDonor(db, { registeredAt: new Date(END - 1) }))
  await storeDonor(db, { registeredAt: new Date(END) })
  await postWithOffers(END - 1, 41)
  await postWithOffers(END - 1, 90, 2000)
  await postAt(END - 1)
  // What belongs to the terms before and after would change the median.
  await store(9, () => postWithOffers(START - 1, 600))
  await store(9, () => postWithOffers(END, 600))
  await store(2, () => give('2026-06-30', 'admin'))
  for (const outside of ['2025-12-31', '2026-07-01']) await store(10, () => give(outside, 'admin'))
  await store(10, () => give('2026-03-01', 'donor'))
  await store(10, () => give('2026-03-01', 'admin', true))
  expect(await summaryOf()).toEqual({ donors: 10, bloodRequests: 10, unitsGiven: 10, minutesToFirstOffer: 1 })

  await store(9, () => postWithOffers(START + DAY_MS, 30.9))
  expect(await summaryOf()).toMatchObject({ bloodRequests: 20, minutesToFirstOffer: 31 })
})
