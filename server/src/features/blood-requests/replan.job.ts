import type { Task } from 'graphile-worker'
import type { Database } from '../../platform/database/connection.ts'
import { enqueueJobs } from '../../platform/jobs/enqueue-jobs.ts'
import { makeRequestDue } from './store.ts'

const TASK = 'look-at-blood-request'

/**
 * Has blood requests planned again, because somebody has offered, withdrawn or declined. It is a job and not
 * a change in the caller's transaction, which has locked offers already: blood requests are locked before offers.
 */
export async function replan(db: Database, bloodRequestIds: readonly string[]): Promise<void> {
  await enqueueJobs(
    db,
    TASK,
    bloodRequestIds.map(id => ({ payload: { id }, key: `${TASK} ${id}` })),
  )
}

/** The job of `replan`, by its name. */
export const replanJob = (db: Database, now: () => Date): Record<string, Task> => ({
  [TASK]: async payload => {
    const { id } = payload as { id: string }
    await makeRequestDue(db, id, now())
  },
})
