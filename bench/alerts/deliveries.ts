import { storeAlertsAnd } from '../members.ts'
import { IS_ACTIVE } from '../plain-server/statements.ts'
import type { Setup } from '../setup.ts'
import { waitUntil } from '../waiting.ts'

const ALERTS = 1_000
const REQUESTS = 25
const ROUNDS = 6
const POLL_MS = 10

/**
 * W11: stores 1,000 alerts and their emails in one transaction, as the planner does, and waits until the mail server has
 * accepted them all. The first round is not counted.
 */
export async function measureDeliveries({ db, mail }: Setup): Promise<number[]> {
  console.error('Delivering alerts')
  const durations: number[] = []
  await db.query(CONFIRM_REQUESTS)
  for (let round = 0; round < ROUNDS; round += 1) {
    // Emails of what was measured before would be sent first.
    const isSent = async () =>
      (await db.query('select from outbox where attempts = 0 limit 1')).rows.length === 0
    await waitUntil('earlier emails to be sent', isSent, { timeoutMs: 600_000 })
    // Every round starts in the same state.
    await db.query('delete from alerts')
    await db.query('vacuum (analyze, index_cleanup on) alerts, alert_links, graphile_worker._private_jobs')
    await db.query('checkpoint')
    const before = mail.countAccepted()
    await db.query('begin')
    const { rowCount } = await db.query(STORE_ALERTS, [ALERTS, REQUESTS])
    if (rowCount !== ALERTS) throw new Error(`${rowCount} alerts were stored.`)
    await db.query('commit')
    const startedAt = performance.now()
    const isDelivered = async () => mail.countAccepted() >= before + ALERTS
    await waitUntil('all alerts to be delivered', isDelivered, { pollMs: POLL_MS })
    durations.push(performance.now() - startedAt)
  }
  return durations.slice(1)
}

/** Nothing is sent for a request whose owner has not confirmed it. The planner leaves these requests alone. */
const CONFIRM_REQUESTS = `
  update blood_requests set unconfirmed_since = null, confirmed_at = now(), next_wave_at = null
   where id in (select id from blood_requests where ${IS_ACTIVE} order by id limit ${REQUESTS})`

const STORE_ALERTS = storeAlertsAnd(
  `insert into outbox (kind, recipient, about_user_id, about_id, last_error)
   select 'alert', email, user_id, asked.id, null from asked join users on users.id = user_id`,
  `email_verified and is_available and is_profile_active and not is_hidden
   and not exists (select from alert_preferences choice where choice.user_id = users.id)`,
)
