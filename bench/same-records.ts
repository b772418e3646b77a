import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { callOnce } from './calls.ts'
import type { Stage } from './stage.ts'
import type { Workload } from './workloads.ts'

/** The product's counts may be as old as a second (contract/src/overview.ts), from before the tables were tidied. */
const COUNTS_ARE_OLD_MS = 1_100

type Answer = Record<string, unknown> & { records?: { id: string }[] }

/** What both servers must have in common: the same records in the same order, or the same counts. */
const gistOf = ({ records, donors, users, bloodRequests }: Answer): unknown =>
  records ? records.map(({ id }) => id) : { donors, users, bloodRequests }

/**
 * The yardstick is honest only while the plain server answers what the product answers.
 * @throws naming the workload when it does not, or when there is nothing to answer
 */
export async function requireSameRecords(
  workloads: Workload[],
  { targets: { ours, plain }, members, product: { password } }: Stage,
): Promise<void> {
  await pause(COUNTS_ARE_OLD_MS)
  for (const workload of workloads.filter(({ method }) => method === 'GET')) {
    const [one, other] = await Promise.all(
      [ours, plain].map(async target => {
        const { body } = await callOnce(workload, { target, members, password })
        return gistOf(JSON.parse(body))
      }),
    )
    const isEmpty = Array.isArray(one) && one.length === 0
    if (isEmpty || !isDeepStrictEqual(one, other))
      throw new Error(`${workload.id}: the product and the plain server do not answer the same.`)
  }
}
