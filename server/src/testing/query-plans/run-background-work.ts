import type pg from 'pg'
import { Registry } from 'prom-client'
import { expect, vi } from 'vitest'
import type { Config } from '../../config.ts'
import { createAlertMetrics } from '../../features/alerts/metrics.ts'
import { createPlanner } from '../../features/alerts/planning/planner.ts'
import { sendPushJob } from '../../features/alerts/push/send-push.job.ts'
import { lookAgainJob } from '../../features/blood-requests/look-again.job.ts'
import { createAttemptLimits } from '../../identity/access/attempt-limits.ts'
import { createTelemetry } from '../../identity/access/security-events.ts'
import { runAdmin } from '../../operations/cli/admin-command.ts'
import { housekeepingJobs } from '../../operations/housekeeping/housekeeping.ts'
import { printStartupMessage } from '../../operations/process/startup-message.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Log } from '../../platform/http/log.ts'
import { makeLastAttempt, postponeRetry } from '../../platform/jobs/retries.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { runDueJobs } from '../run-due-jobs.ts'
import { AUTH_SECRET } from '../test-app.ts'
import type { WithLabel } from './caller.ts'

type Setup = {
  common: { config: Config; log: Log; authSecret: string; now: () => Date }
  db: Database
  owner: Database
  withLabel: WithLabel
  known: { member: { email: string } }
  /** When the planner has work to do. */
  dueAt: Date
  unexplainedPool: pg.Pool
  sendMails: () => Promise<unknown>
}

/** Runs whatever the product does without being called: jobs, the planner, housekeeping and the operator's commands. */
export async function runBackgroundWork(setup: Setup): Promise<void> {
  const { common, db, owner, withLabel, known, dueAt, unexplainedPool, sendMails } = setup
  const { config, now } = common
  const warn = (details: object) => expect.fail(JSON.stringify(details))

  const alertMetrics = createAlertMetrics(new Registry())
  // One request is due at this time; alerts go to its donors by email and as notifications.
  await withLabel('planner', createPlanner({ ...common, db, alertMetrics, now: () => dueAt }))
  await withLabel('send-push job', async () => {
    const send = sendPushJob({
      ...{ db, config, alertMetrics, now, log: { warn } },
      send: async () => ({ kind: 'gone' }),
    })
    await runDueJobs(unexplainedPool, send)
    await postponeRetry(db, '1', 60)
    await makeLastAttempt(db, '1')
  })
  // The owner of the next one is asked whether blood is still needed.
  await owner
    .updateTable('bloodRequests')
    .set({ neededBy: dueAt, nextWaveAt: dueAt })
    .where(
      'id',
      '=',
      owner
        .selectFrom('bloodRequests')
        .select('id')
        .where('nextWaveAt', '>', dueAt)
        .where('status', '=', 'active')
        .orderBy('nextWaveAt')
        .limit(1),
    )
    .execute()
  await withLabel(
    'planner of expired requests',
    createPlanner({ ...common, db, alertMetrics, now: () => dueAt }),
  )
  await withLabel('look-again job', () => runDueJobs(unexplainedPool, lookAgainJob(db, now)))
  await enqueueMail(db, 'a kind that nobody knows' as never, known.member.email)
  await sendMails()
  for (const words of [
    ['list'],
    ...['grant', 'revoke', 'remove-passkeys'].map(verb => [verb, known.member.email]),
  ])
    await withLabel(`admin ${words[0]}`, () => runAdmin(db, words, () => {}))
  const say = vi.spyOn(console, 'log').mockImplementation(() => {})
  await withLabel('startup message', () => printStartupMessage(config, db, []))
  say.mockRestore()
  const { recordSecurityEvent } = createTelemetry(common.log)
  const housekeeping = {
    db,
    limits: config.limits,
    attempts: createAttemptLimits(db, {
      settings: config.limits,
      secret: AUTH_SECRET,
      now: () => new Date(),
    }),
    now,
    log: { warn },
  }
  for (const run of Object.values(housekeepingJobs({ ...housekeeping, recordSecurityEvent })))
    await withLabel('housekeeping', run)
}
