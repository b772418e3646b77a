import { MINUTE_MS } from '@blood-bank/contract/durations'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { askedFor, giveRecord, storeDonors, verifyDonor } from '../../../testing/alerts/alerts.ts'
import { createAskedDonors } from '../../../testing/offers/asked-donors.ts'
import {
  type Bank,
  close,
  type Member,
  newDonor,
  offered,
  post,
  recordGift,
  withdraw,
} from '../../../testing/offers/offers.ts'
import { startTestApp } from '../../../testing/test-app.ts'

const bank: Bank = await startTestApp({ QUIET_HOURS: '0-0' })
let { replan } = createAskedDonors(bank)

beforeEach(async () => {
  for (const table of ['offers', 'alerts', 'bloodRequests', 'donors'] as const)
    await bank.db.deleteFrom(table).execute()
  bank.advance(Date.now() + 1_000 - bank.now().getTime())
  // A planner remembers for a minute how often donors say yes.
  replan = createAskedDonors(bank).replan
})

const urgent = (owner: Member, unitsRequired: number, patientName = 'Salma Khatun') =>
  post(owner, { urgency: 'urgent', unitsRequired, patientName })

async function aMemberWithRecord(): Promise<Member> {
  const member = await bank.signedInAs()
  await giveRecord(bank, member.id)
  return member
}

/** Alerts for each donor who was asked, the most first. */
async function alertsOfDonors(): Promise<number[]> {
  const { rows } = await sql<{ alerts: number }>`
    select count(*)::int as alerts from alerts group by user_id order by 1 desc`.execute(bank.db)
  return rows.map(({ alerts }) => alerts)
}

/** Plans for an hour. */
async function anHour(): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    await replan()
    bank.advance(10 * MINUTE_MS)
  }
}

test('two accounts that help each other use up nobody, and a real request then asks its whole first wave', {
  tags: 'long',
}, async () => {
  await storeDonors(bank, 200)
  const [requester, accomplice] = [await bank.signedInAs(), await newDonor(bank)]
  for (let round = 0; round < 2; round += 1) {
    const requests = []
    for (let nth = 0; nth < 8; nth += 1) {
      const request = await urgent(requester, 100, `Patient ${round} ${nth}`)
      requests.push(request)
      await withdraw(accomplice, await offered(accomplice, request))
      await replan()
    }
    await anHour()
    for (const request of requests) await close(requester, request, 'cancelled')
  }
  const alerts = await alertsOfDonors()
  expect(alerts).toHaveLength(60)
  expect(alerts[0]).toBe(1)
  const real = await urgent(await aMemberWithRecord(), 1)
  await replan()
  expect(await askedFor(bank, real)).toHaveLength(16)
})

test('a pool that is no larger than what invented accounts may ask is still there for a real request', {
  tags: 'long',
}, async () => {
  await storeDonors(bank, 16)
  for (let account = 0; account < 5; account += 1) {
    const requester = await bank.signedInAs()
    for (let nth = 0; nth < 4; nth += 1) await urgent(requester, 100, `Patient ${nth}`)
    await replan()
  }
  await anHour()
  expect(await alertsOfDonors()).toEqual(Array(16).fill(1))
  const real = await urgent(await aMemberWithRecord(), 1)
  await replan()
  expect(await askedFor(bank, real)).toHaveLength(16)
})

test('with a record, too, at most 60 donors are asked for one requester in 24 hours, deleted requests included', async () => {
  await storeDonors(bank, 120)
  const member = await aMemberWithRecord()
  for (let nth = 0; nth < 5; nth += 1) {
    const request = await urgent(member, 100, `Patient ${nth}`)
    await replan()
    await bank.db.deleteFrom('bloodRequests').where('id', '=', request.id).execute()
  }
  expect(await alertsOfDonors()).toHaveLength(60)
  const waiting = await urgent(member, 1, 'Another patient')
  await anHour()
  expect(await askedFor(bank, waiting)).toEqual([])
  await bank.db
    .updateTable('bloodRequests')
    .set({ confirmedAt: new Date(bank.now().getTime() + 24 * 60 * MINUTE_MS) })
    .execute()
  bank.advance(24 * 60 * MINUTE_MS)
  await replan()
  expect((await askedFor(bank, waiting)).length).toBeGreaterThanOrEqual(16)
})

test('a bot that offers at once for four urgent requests silences none of them', {
  tags: 'long',
}, async () => {
  await storeDonors(bank, 128)
  const bots = [await newDonor(bank), await newDonor(bank)]
  for (let nth = 0; nth < 4; nth += 1) {
    const request = await urgent(await aMemberWithRecord(), 1)
    const offers = []
    for (const bot of bots) offers.push({ bot, offer: await offered(bot, request) })
    await replan()
    expect(await askedFor(bank, request)).toHaveLength(16)
    bank.advance(10 * MINUTE_MS)
    await replan()
    expect(await askedFor(bank, request), 'the next wave').toHaveLength(32)
    for (const { bot, offer } of offers) await withdraw(bot, offer)
  }
})

test('without a record eight donors are asked for a request until a trusted offer stands', async () => {
  await storeDonors(bank, 60)
  const owner = await bank.signedInAs()
  const request = await urgent(owner, 2)
  await anHour()
  expect(await askedFor(bank, request)).toHaveLength(8)
  await offered(await newDonor(bank), request)
  await anHour()
  expect(await askedFor(bank, request)).toHaveLength(8)
  const known = await newDonor(bank)
  await verifyDonor(bank, known)
  await offered(known, request)
  await replan()
  expect(await askedFor(bank, request)).toHaveLength(24)
})

test('a donation gives a record, until its donor disputes it', async () => {
  await storeDonors(bank, 60)
  const owner = await bank.signedInAs()
  const donor = await newDonor(bank)
  const first = await urgent(owner, 1)
  await recordGift(owner, await offered(donor, first))
  const second = await urgent(owner, 1, 'Another patient')
  await replan()
  expect(await askedFor(bank, second)).toHaveLength(16)
  await bank.db
    .updateTable('donations')
    .set({ disputedAt: bank.now() })
    .where('userId', '=', donor.id)
    .execute()
  const third = await urgent(owner, 1, 'A third patient')
  await replan()
  expect(await askedFor(bank, third)).toHaveLength(8)
})
