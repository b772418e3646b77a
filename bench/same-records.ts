import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { callEach } from './calls.ts'
import type { Setup } from './setup.ts'
import type { Workload } from './workloads.ts'

/** The product's counts may be one second old (contract/src/overview.ts), from before the reset. */
const COUNTS_ARE_OLD_MS = 1_100

type Body = Record<string, unknown> & { records?: { id: string }[] }

/** The part that must be equal in both replies: the records in their order, or the counts. */
const comparablePart = ({ records, donors, users, bloodRequests }: Body): unknown =>
  records ? records.map(({ id }) => id) : { donors, users, bloodRequests }

/**
 * The comparison is fair only if the plain server sends the same records as the product.
 * @throws an error that names the workload if it does not, or if there are no records
 */
export async function requireSameRecords(
  workloads: Workload[],
  { targets: { ours, plain }, members, product: { password } }: Setup,
): Promise<void> {
  await pause(COUNTS_ARE_OLD_MS)
  for (const workload of workloads.filter(({ method }) => method === 'GET')) {
    const [one, other] = await Promise.all(
      [ours, plain].map(async target => {
        const answers = await callEach(workload, { target, members, password })
        return answers.map(({ body }) => comparablePart(JSON.parse(body)))
      }),
    )
    const isEmpty = one?.some(part => Array.isArray(part) && part.length === 0)
    if (isEmpty || !isDeepStrictEqual(one, other))
      throw new Error(`${workload.id}: the product and the plain server send different records.`)
  }
}
