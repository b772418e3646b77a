import { deleteBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { listOwnDonations, undoDonation } from '@blood-bank/contract/offers/donations'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { query } from '@blood-bank/postgres-local/testing/queries'
import { expect, test } from 'vitest'
import { createDatabase, createPool } from '../platform/database/connection.ts'
import { newMemberOf } from '../testing/members.ts'
import { findOfferFaults } from '../testing/offers/faults.ts'
import {
  close,
  newestOfferOf,
  offered,
  post,
  recordGift,
  register,
  siteDate,
  withdraw,
} from '../testing/offers/offers.ts'
import type { Person } from '../testing/person.ts'
import { killAtRandom } from '../testing/processes/kill-at-random.ts'
import { aDataFolder, type RunningProduct, startProduct } from '../testing/running-product.ts'
import { NO_POSTING_LIMITS } from '../testing/test-app.ts'

const TRIALS = 20
const DONORS = 4
const ENVIRONMENT = { ...NO_POSTING_LIMITS, TIME_ZONE: 'Asia/Dhaka' }

const REVEALED = `
  select offers.id from offers join contact_reveals reveals using (reveal_id) where reveals.event = 'began'`

/** Takes back the last donation and offer, so that the donor can offer again. */
async function startAgain(donor: Person, owner: Person) {
  const { body } = await donor.call(listOwnDonations, { query: {} })
  for (const { id } of body.records) await owner.call(undoDonation, { params: { id } })
  const newest = await newestOfferOf(donor)
  if (newest?.status === 'offered') await withdraw(donor, newest)
}

test('after kill -9 every offer has its entry in the contact ledger, and every donation its date, in twenty trials', async () => {
  const dataDir = await aDataFolder()
  const restart = () => startProduct({ dataDir, environment: ENVIRONMENT })
  const product = await restart()
  const requester = await newMemberOf(product)
  const acknowledged = new Set<string>()

  const aClient = async () => {
    const member = await newMemberOf(product)
    await register(member)
    return async (product: RunningProduct, round: number) => {
      const [donor, owner] = [product.as(member), product.as(requester)]
      await startAgain(donor, owner)
      const bloodRequest = await post(owner)
      const offer = await offered(donor, bloodRequest)
      acknowledged.add(offer.id)
      const endings = [
        () => withdraw(donor, offer),
        () => owner.call(deleteBloodRequest, { params: bloodRequest }),
        () => recordGift(owner, offer),
        () => close(owner, bloodRequest, 'fulfilled', { offerIds: [offer.id], donatedOn: siteDate() }),
      ]
      const ended = await endings[round % endings.length]?.()
      if (!ended || ended.status >= 300) throw new Error(ended?.text)
    }
  }
  const clients = await Promise.all(Array.from({ length: DONORS }, aClient))

  const check = async () => {
    const revealed = new Set((await query(connectionTo(dataDir), REVEALED)).map(({ id }) => id))
    expect([...acknowledged].filter(id => !revealed.has(id))).toEqual([])
    const pool = createPool(connectionTo(dataDir), () => {})
    expect(await findOfferFaults(createDatabase(pool)).finally(() => pool.end())).toEqual([])
  }
  await killAtRandom(product, { count: TRIALS, maxLifetimeMs: 1_500, restart, clients, check })
  expect(acknowledged.size).toBeGreaterThan(TRIALS)
})
