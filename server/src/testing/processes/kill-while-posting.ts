import { setTimeout as pause } from 'node:timers/promises'
import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { MAX_PAGE_SIZE } from '@blood-bank/contract/paging'
import { aBloodRequest } from '../builders.ts'
import { NO_POSTING_LIMITS } from '../environments/no-posting-limits.ts'
import { everyPage } from '../http/every-page.ts'
import { newMemberOf } from '../members.ts'
import type { Person } from '../person.ts'
import { aDataFolder, type RunningProduct, startProduct } from '../running-product.ts'

const CLIENTS = 8

type Outcome = {
  acknowledged: number
  /** Acknowledged but not listed after the restart. */
  lost: string[]
  /** How many listed requests are duplicates. */
  duplicates: number
  maxStartMs: number
}

/**
 * Eight clients post blood requests until the server is killed with SIGKILL at a random time, in two of three trials
 * together with PostgreSQL. Then the product starts again on the same data folder.
 */
export async function killWhilePosting(trials: number, maxLifetimeMs: number): Promise<Outcome> {
  const dataDir = await aDataFolder()
  const acknowledged = new Set<string>()
  const outcome: Outcome = { acknowledged: 0, lost: [], duplicates: 0, maxStartMs: 0 }
  let product = await startProduct({ dataDir, environment: NO_POSTING_LIMITS })
  const { cookie } = await newMemberOf(product)

  for (let trial = 1; trial <= trials; trial++) {
    const before = acknowledged.size
    const clients = Array.from({ length: CLIENTS }, () =>
      postUntilItBreaks(signedIn(product, cookie), id => acknowledged.add(id)),
    )
    while (acknowledged.size === before) await pause(1)
    await pause(Math.random() * maxLifetimeMs)
    await product.kill(trial % 3 ? 'all' : 'node')
    await Promise.all(clients)

    product = await startProduct({ dataDir, environment: NO_POSTING_LIMITS })
    outcome.maxStartMs = Math.max(outcome.maxStartMs, await product.ready)
    const listed = await idsOf(signedIn(product, cookie))
    const stored = new Set(listed)
    outcome.lost.push(...[...acknowledged].filter(id => !stored.has(id)))
    outcome.duplicates += listed.length - stored.size
  }
  return { ...outcome, acknowledged: acknowledged.size }
}

function signedIn(product: RunningProduct, cookie: string | undefined): Person {
  return Object.assign(product.stranger(), { cookie })
}

async function postUntilItBreaks(person: Person, onAcknowledged: (id: string) => void) {
  try {
    for (;;) {
      const { status, body } = await person.call(postBloodRequest, { body: aBloodRequest() })
      if (status === 201) onAcknowledged(body.id)
    }
  } catch {
    // The server was killed, as intended.
  }
}

async function idsOf(person: Person) {
  const bloodRequests = await everyPage(place =>
    person.call(listOwnBloodRequests, { query: { limit: MAX_PAGE_SIZE, ...place } }),
  )
  return bloodRequests.flat().map(({ id }) => id)
}
