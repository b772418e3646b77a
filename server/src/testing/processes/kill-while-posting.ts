import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { MAX_PAGE_SIZE } from '@blood-bank/contract/listing'
import { expect } from 'vitest'
import { aBloodRequest } from '../builders.ts'
import { NO_POSTING_LIMITS } from '../environments/no-posting-limits.ts'
import { everyPage } from '../http/every-page.ts'
import { newMemberOf } from '../members.ts'
import { aDataFolder, type RunningProduct, startProduct } from '../running-product.ts'
import { killAtRandom } from './kill-at-random.ts'

const CLIENTS = 8

/** Kills the product while eight clients post. Afterwards each acknowledged request is listed, and each one once. */
export async function killWhilePosting(trials: { count: number; maxLifetimeMs: number }): Promise<void> {
  const dataDir = await aDataFolder()
  const restart = () => startProduct({ dataDir, environment: NO_POSTING_LIMITS })
  const product = await restart()
  const rima = await newMemberOf(product)
  const acknowledged: string[] = []
  const post = async (product: RunningProduct) => {
    const { status, body } = await product.as(rima).call(postBloodRequest, { body: aBloodRequest() })
    if (status === 201) acknowledged.push(body.id)
  }
  const check = async (product: RunningProduct) => {
    const pages = await everyPage(place =>
      product.as(rima).call(listOwnBloodRequests, { query: { limit: MAX_PAGE_SIZE, ...place } }),
    )
    const listed = pages.flat().map(({ id }) => id)
    const stored = new Set(listed)
    expect(listed).toHaveLength(stored.size)
    expect(acknowledged.filter(id => !stored.has(id))).toEqual([])
  }
  await killAtRandom(product, { ...trials, restart, check, clients: Array(CLIENTS).fill(post) })
  expect(acknowledged.length).toBeGreaterThanOrEqual(trials.count)
}
