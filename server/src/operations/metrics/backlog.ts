import { Gauge, type Registry } from 'prom-client'
import { measurePlannerLag } from '../../features/blood-requests/queries.ts'
import type { Database } from '../../platform/database/connection.ts'
import { countDeadJobs } from '../../platform/jobs/attempts.ts'
import { countMails } from '../../platform/mail/outbox.ts'

/** Measures the work that waits in the database, and the work that was given up. All servers report the same. */
export function measureBacklog(db: Database, register: Registry, now: () => Date): void {
  new Gauge({
    name: 'outbox_mails',
    help: 'Emails waiting to be sent, and emails that failed all attempts.',
    labelNames: ['state'],
    registers: [register],
    async collect() {
      const counts = await readOrNull(() => countMails(db))
      this.reset()
      if (!counts) return
      this.set({ state: 'waiting' }, counts.waiting)
      this.set({ state: 'dead' }, counts.dead)
    },
  })
  new Gauge({
    name: 'dead_jobs',
    help: 'Background jobs that failed all attempts, by kind.',
    labelNames: ['task'],
    registers: [register],
    async collect() {
      const deadJobs = await readOrNull(() => countDeadJobs(db))
      this.reset()
      for (const { task, count } of deadJobs ?? []) this.set({ task }, count)
    },
  })
  new Gauge({
    name: 'planner_lag_seconds',
    help: 'How long the blood request that is due longest has waited for the planner of alerts.',
    registers: [register],
    async collect() {
      this.set((await readOrNull(() => measurePlannerLag(db, now()))) ?? Number.NaN)
    },
  })
}

/** Without a database the other figures are worth the more. */
const readOrNull = <T>(read: () => Promise<T>): Promise<T | null> => read().catch(() => null)
