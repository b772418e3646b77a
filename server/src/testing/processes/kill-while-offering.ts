import { setTimeout as pause } from 'node:timers/promises'
import { deleteBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { undoDonation } from '@blood-bank/contract/offers/donations'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { createDatabase, createPool } from '../../platform/database/connection.ts'
import { NO_POSTING_LIMITS } from '../environments/no-posting-limits.ts'
import { newMemberOf } from '../members.ts'
import { findOfferFaults } from '../offers/faults.ts'
import { close, offered, post, recordGift, register, siteDate, withdraw } from '../offers/offers.ts'
import type { Person } from '../person.ts'
import { aDataFolder, type RunningProduct, startProduct } from '../running-product.ts'

const DONORS = 4
const ENVIRONMENT = { ...NO_POSTING_LIMITS, TIME_ZONE: 'Asia/Dhaka' }

type Outcome = {
  acknowledged: number
  /** Acknowledged offers that are missing after the restart, or whose reveal is not in the contact ledger. */
  lost: string[]
  /** What is wrong with offers, reveals and donations after the restarts. */
  faults: string[]
}

/**
 * Donors offer, withdraw, give and have a donation undone, and requests are closed and deleted, until the server is
 * killed with SIGKILL at a random time, in two of three trials together with PostgreSQL. Then the product starts again on
 * the same data folder.
 */
export async function killWhileOffering(trials: number, maxLifetimeMs: number): Promise<Outcome> {
  const dataDir = await aDataFolder()
  const acknowledged = new Set<string>()
  const outcome: Outcome = { acknowledged: 0, lost: [], faults: [] }
  let product = await startProduct({ dataDir, environment: ENVIRONMENT })
  const owner = await newMemberOf(product)
  const donors: Person[] = []
  for (let at = 0; at < DONORS; at += 1) {
    const donor = await newMemberOf(product)
    await register(donor)
    donors.push(donor)
  }

  for (let trial = 1; trial <= trials; trial++) {
    const before = acknowledged.size
    let isKilled = false
    const clients = donors.map(donor =>
      offerUntilItBreaks(at(product, donor), {
        owner: at(product, owner),
        onOffer: id => acknowledged.add(id),
        isKilled: () => isKilled,
      }),
    )
    while (acknowledged.size === before) await pause(1)
    await pause(Math.random() * maxLifetimeMs)
    isKilled = true
    await product.kill(trial % 3 ? 'all' : 'node')
    await Promise.all(clients)

    product = await startProduct({ dataDir, environment: ENVIRONMENT })
    const found = await inspect(product, [...acknowledged])
    outcome.lost.push(...found.lost)
    outcome.faults.push(...found.faults)
    for (const donor of donors) await settleStanding(at(product, donor), at(product, owner))
  }
  return { ...outcome, acknowledged: acknowledged.size }
}

const at = (product: RunningProduct, { cookie }: Person): Person =>
  Object.assign(product.stranger(), { cookie })

type Company = {
  owner: Person
  onOffer: (id: string) => void
  /** Whether errors are intended. */
  isKilled: () => boolean
}

async function offerUntilItBreaks(donor: Person, { owner, onOffer, isKilled }: Company) {
  try {
    for (let round = 0; ; round += 1) {
      const bloodRequest = await post(owner)
      const offer = await offered(donor, bloodRequest)
      onOffer(offer.id)
      if (round % 4 === 0) await withdraw(donor, offer)
      else if (round % 4 === 1) await owner.call(deleteBloodRequest, { params: bloodRequest })
      else {
        const given =
          round % 4 === 2
            ? await recordGift(owner, offer)
            : await close(owner, bloodRequest, 'fulfilled', { offerIds: [offer.id], donatedOn: siteDate() })
        if (given.status !== 200) throw new Error(given.text)
        await undoDonationsOf(donor, owner)
        await withdraw(donor, offer)
      }
    }
  } catch (error) {
    if (!isKilled()) throw error
  }
}

async function undoDonationsOf(donor: Person, owner: Person) {
  const { body } = await donor.send('GET', '/api/donations/mine')
  for (const { id } of (body as { records: { id: string }[] }).records)
    await owner.call(undoDonation, { params: { id } })
}

/** Removes what was left when the server was killed, so that the donor can offer again. */
async function settleStanding(donor: Person, owner: Person) {
  await undoDonationsOf(donor, owner)
  const { body } = await donor.send('GET', '/api/offers/mine?limit=1')
  for (const { id, status } of (body as { records: { id: string; status: string }[] }).records)
    if (status === 'offered') await withdraw(donor, { id })
}

async function inspect({ dataDir }: RunningProduct, ids: string[]) {
  const pool = createPool(connectionTo(dataDir), () => {})
  const db = createDatabase(pool)
  try {
    const stored = await db
      .selectFrom('offers')
      .innerJoin('contactReveals', 'contactReveals.revealId', 'offers.revealId')
      .select('offers.id')
      .where('contactReveals.event', '=', 'began')
      .execute()
    const found = new Set(stored.map(({ id }) => id))
    const faults = await findOfferFaults(db)
    return { lost: ids.filter(id => !found.has(id)), faults: faults.map(({ fault, id }) => `${id} ${fault}`) }
  } finally {
    await pool.end()
  }
}
