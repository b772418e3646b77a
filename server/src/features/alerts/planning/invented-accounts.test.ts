import { readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { listAuditEntries } from '@blood-bank/contract/audit/endpoints'
import { findBloodRequestReal } from '@blood-bank/contract/blood-requests/administration'
import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { DAY_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import { readOverview } from '@blood-bank/contract/site/overview'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { askedFor, giveRecord, storeDonors } from '../../../testing/alerts/alerts.ts'
import { createAskedDonors } from '../../../testing/offers/asked-donors.ts'
import {
  type Bank,
  close,
  type Member,
  newDonor,
  offered,
  post,
  recordGift,
  siteDate,
  withdraw,
} from '../../../testing/offers/offers.ts'
import { storePreferences } from '../../../testing/stored.ts'
import { NO_POSTING_LIMITS, startTestApp } from '../../../testing/test-app.ts'

const bank: Bank = await startTestApp({ QUIET_HOURS: '0-0', ...NO_POSTING_LIMITS })
let { replan } = createAskedDonors(bank)

beforeEach(async () => {
  for (const table of ['offers', 'alerts', 'bloodRequests', 'donors'] as const)
    await bank.db.deleteFrom(table).execute()
  await bank.db.deleteFrom('users').where('role', '=', 'user').execute()
  bank.advance(Date.now() + 1_000 - bank.now().getTime())
  // A planner remembers for a minute how often donors say yes.
  replan = createAskedDonors(bank).replan
})

const urgent = (
  owner: Member,
  unitsRequired: number,
  patientName = 'Salma Khatun',
  need: Parameters<typeof post>[1] = {},
) => post(owner, { urgency: 'urgent', unitsRequired, patientName, ...need })

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

test('two accounts that help each other use up nobody, and a real request then asks its whole first wave', async () => {
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

test('a bot that offers at once for four urgent requests silences none of them', async () => {
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

/** Ten accounts that are known for a month, so that the limit of new members holds. */
const storeKnownAccounts = () =>
  bank.db
    .insertInto('users')
    .values(
      Array.from({ length: 10 }, (_, nth) => ({
        email: `known${nth}@example.edu`,
        emailVerified: true,
        emailVerifiedAt: new Date(bank.now().getTime() - 30 * DAY_MS),
      })),
    )
    .execute()

let mailboxes = 0

/** Accounts of one mailbox, of which each two record an invented donation for each other. */
async function inventAccounts(count: number): Promise<Member[]> {
  mailboxes += 1
  const accounts: Member[] = []
  for (let nth = 0; nth < count; nth += 1)
    accounts.push(await newDonor(bank, {}, { email: `student${mailboxes}+${nth}@example.edu` }))
  for (let nth = 0; nth < count; nth += 2) {
    const [owner, accomplice] = accounts.slice(nth) as [Member, Member]
    await recordGift(owner, await offered(accomplice, await post(owner, { urgency: 'low' })))
  }
  return accounts
}

async function useUpAlerts(accounts: Member[], requests: number): Promise<void> {
  for (const account of accounts)
    for (let nth = 0; nth < requests; nth += 1) await urgent(account, 4, `Patient ${nth}`)
  await anHour()
}

async function askedForFirst(): Promise<number> {
  const request = await urgent(await bank.signedInAs(), 1, 'The first')
  await replan()
  return (await askedFor(bank, request)).length
}

async function askedForReal(): Promise<number> {
  const request = await urgent(await aMemberWithRecord(), 1, 'The real one')
  await replan()
  return (await askedFor(bank, request)).length
}

test('what the new accounts of one mailbox cause together changes no real request, and an admin lets a waiting one go on', async () => {
  await storeKnownAccounts()
  await storeDonors(bank, 60)
  const admin = await bank.signedInAs({ role: 'admin', email: 'head@example.edu' })
  for (const account of await inventAccounts(2)) await urgent(account, 4)
  await replan()
  expect(await alertsOfDonors()).toEqual(Array(8).fill(1))
  expect([await askedForReal(), await askedForFirst()]).toEqual([16, 8])
  // A quarter of the donors is fewer than sixteen.
  const owner = await bank.signedInAs()
  const request = await urgent(owner, 1, 'The second')
  await replan()
  const progress = () => owner.call(readAlertProgress, { params: { id: request.id } })
  expect((await progress()).body).toMatchObject({ isHeldBack: true, askedAt: expect.any(String) })
  expect((await admin.call(readOverview)).body.requestsHeldBack).toBeGreaterThan(0)
  const told = (await bank.mailsTo('head@example.edu')).map(({ subject }) => subject)
  expect(told).toEqual([expect.stringContaining('Requests of new members wait for you')])
  for (let press = 0; press < 2; press += 1)
    expect((await admin.call(findBloodRequestReal, { params: { id: request.id } })).status).toBe(204)
  await replan()
  expect(await askedFor(bank, request)).toHaveLength(16)
  expect((await progress()).body.isHeldBack).toBe(false)
  const { records } = (await admin.call(listAuditEntries, { query: { record: request.id } })).body
  expect(records.map(({ action }) => action)).toEqual(['blood-request-found-real'])
})

test.each([
  [0, 0],
  [1, 0],
  [15, 7],
  [16, 8],
])(
  'of %i donors of platelets the new accounts of one mailbox leave some to a first request, and all to a real one',
  async (willing, left) => {
    await storeKnownAccounts()
    const userIds = (await storeDonors(bank, 200)).slice(0, willing)
    for (const userId of userIds) await storePreferences(bank.db, { userId, alsoPlatelets: true })
    const byMachine = { requiredBloodGroup: 'O-', component: 'apheresis-platelets' } as const
    const askFor = async (owner: Member, patientName: string) => {
      const request = await urgent(owner, 4, patientName, byMachine)
      await replan()
      return (await askedFor(bank, request)).length
    }
    const accounts = await inventAccounts(10)
    for (const patient of ['One', 'Another']) for (const account of accounts) await askFor(account, patient)
    await anHour()
    expect(await alertsOfDonors()).toEqual(Array(Math.min(willing, 8)).fill(1))
    expect(await askFor(await bank.signedInAs(), 'The first')).toBe(left)
    expect(await askFor(await aMemberWithRecord(), 'The real one')).toBe(willing)
  },
)

test('in the first week of a site all are new, and each first request asks its eight', async () => {
  await storeDonors(bank, 60)
  for (let nth = 0; nth < 4; nth += 1) expect(await askedForFirst()).toBe(8)
})

test('ten accounts of one mailbox change a real request by a tenth at most in their first week, by a quarter later', async () => {
  await storeKnownAccounts()
  // One in five chose one alert a week, which whoever has no record can use up.
  const donors = await storeDonors(bank, 50)
  await storeDonors(bank, 150, { lastDonationDate: siteDate(-30) })
  for (const userId of donors.slice(0, 10))
    await storePreferences(bank.db, { userId, frequency: 'one-a-week' })
  const accounts = await inventAccounts(10)
  await useUpAlerts(accounts, 2)
  expect(await askedForReal()).toBeGreaterThanOrEqual(15)
  expect(await askedForFirst()).toBe(8)
  bank.advance(10 * DAY_MS)
  replan = createAskedDonors(bank).replan
  for (const account of accounts)
    for (const { id } of (await account.call(listOwnBloodRequests, { query: {} })).body.records)
      await bank.db.deleteFrom('bloodRequests').where('id', '=', id).execute()
  await useUpAlerts(accounts, 2)
  expect(await askedForReal()).toBeGreaterThanOrEqual(12)
})
