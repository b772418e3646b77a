import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { Target } from '../calls.ts'
import type { Members } from '../members.ts'
import type { Product } from '../product/start.ts'

/** What the measurements of live updates need of the setup. */
export type Measured = {
  product: Product
  db: pg.ClientBase
  members: Members
  targets: { ours: Target }
  reset: () => Promise<void>
}

/** Who sends the requests of a workload. */
export const sendersOf = ({ targets, members, product }: Measured) => ({
  ...{ target: targets.ours, members, password: product.password },
})

/** Removes what W5 posted. `reset` would also end the sessions of the listeners. */
export const removePosts = ({ db, members }: Measured) =>
  db.query('delete from blood_requests where user_id = $1', [members.poster.id])

/** The resident memory of a process. */
export async function residentKilobytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1])
}
