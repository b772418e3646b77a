import { type Insertable, sql } from 'kysely'
import { beforeEach } from 'vitest'
import { createPlanner, type PlanDueWaves } from '../../features/alerts/planning/planner.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Bank, close, post } from '../offers/offers.ts'
import { storeBloodRequest, storeDonation, storeVerifiedDonors } from '../stored.ts'
import { AUTH_SECRET, startTestApp } from '../test-app.ts'

const failOn = (details: object) => {
  throw new Error(`alerts were not planned: ${JSON.stringify(details)}`)
}

/** A planner of a server of this bank, with its own connections if `db` is given. */
export const plannerOf = (bank: Bank, db = bank.db) =>
  createPlanner({ ...bank, db, authSecret: AUTH_SECRET, log: { warn: failOn } })

/** Makes a function that says whether a donor, as the only available one, is asked for a new blood request, which is closed afterwards. */
export function askAlone(bank: Bank) {
  const plan = plannerOf(bank)
  return async (donor: { id: string }): Promise<boolean> => {
    await bank.db
      .updateTable('donors')
      .set({ isAvailable: sql<boolean>`user_id = ${donor.id}` })
      .execute()
    const owner = await bank.signedInAs()
    await giveRecord(bank, owner.id)
    const bloodRequest = await post(owner, { requiredBloodGroup: 'O-' })
    await plan()
    const asked = await askedFor(bank, bloodRequest)
    await close(owner, bloodRequest, 'cancelled')
    return asked.includes(donor.id)
  }
}

/** Stores donors of group O−, who can give to everyone, with verified emails. @returns their users */
export const storeDonors = (
  { db }: Pick<Bank, 'db'>,
  count: number,
  more: Partial<Insertable<Schema['donors']>> = {},
): Promise<string[]> => storeVerifiedDonors(db, count, () => ({ bloodGroup: 'O-', ...more }))

/** Stores an urgent blood request for two units of B+, by somebody with a record. */
export async function storeUrgentRequest(bank: Bank, more: Parameters<typeof storeBloodRequest>[1] = {}) {
  const request = await storeBloodRequest(bank.db, {
    requiredBloodGroup: 'B+',
    urgency: 'urgent',
    nextWaveAt: bank.now(),
    confirmedAt: bank.now(),
    ...more,
  })
  await giveRecord(bank, request.userId)
  return request
}

/** A donor has given for an earlier request of this user, as an admin recorded, so that the limits for requesters without a record do not apply. */
export async function giveRecord({ db }: Pick<Bank, 'db'>, userId: string): Promise<void> {
  const earlier = await storeBloodRequest(db, { userId, status: 'fulfilled', nextWaveAt: null })
  await storeDonation(db, { userId: null, bloodRequestId: earlier.id, recordedBy: 'admin' })
}

/** An admin has verified this donor, so that their offers are trusted. */
export const verifyDonor = ({ db }: Pick<Bank, 'db'>, { id }: { id: string }) =>
  db.updateTable('donors').set({ isVerified: true }).where('userId', '=', id).execute()

/** The donors who were asked for a blood request, in the order in which they were asked. */
export const askedFor = async ({ db }: Bank, { id }: { id: string }): Promise<string[]> =>
  (
    await db.selectFrom('alerts').select('userId').where('bloodRequestId', '=', id).orderBy('id').execute()
  ).map(({ userId }) => userId)

/** Noon at the site. */
const NOON = '2027-03-03T06:00:00Z'

/** Starts a bank with a planner. Before each test it is noon, and there are no donors, requests, alerts and offers. */
export async function startPlanning() {
  const bank = await startTestApp({
    QUIET_HOURS: '22-7',
    DONOR_RULES_URL: 'https://centre.example.edu/rules',
  })
  let planner = plannerOf(bank)
  beforeEach(async () => {
    for (const table of ['offers', 'alerts', 'bloodRequests', 'donors'] as const)
      await bank.db.deleteFrom(table).execute()
    bank.advance(Date.parse(NOON) - bank.now().getTime())
    // A planner remembers for a minute how often donors say yes.
    planner = plannerOf(bank)
  })
  const plan: PlanDueWaves = isStopping => planner(isStopping)
  return { bank, plan }
}
