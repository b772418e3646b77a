import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { donorGroupsFor } from '@blood-bank/contract/donors/compatibility'
import { latestEligibleDonation } from '@blood-bank/contract/donors/eligibility'
import type { Connection } from '@blood-bank/postgres-local/data-folder'
import { createWaveTrial } from '@blood-bank/server/testing/alerts/wave-trial'
import type pg from 'pg'
import type { AlertFigures } from './figures.ts'
import { NAIVE_CANDIDATES } from './naive-candidates.ts'

const ACTIVE_REQUESTS = 2_000
const WAVES = 60
const EXPLAINED = 8

/** Both contenders plan this often before the first measurement. */
const WARM_UP = 10

/** One page of a list. */
const PAGE_SIZE = 50

type Request = { id: string; userId: string; group: BloodGroup }

/**
 * W8: plans waves of due requests on a campus that has used alerts for months, in turn with the naive query.
 * @throws if finding the candidates reads more rows than twice the wave and a page
 */
export async function measureWaves(
  db: pg.ClientBase,
  connection: Connection,
): Promise<Pick<AlertFigures, 'waves' | 'candidates'>> {
  const trial = await createWaveTrial(connection)
  try {
    await trial.storeAlerts(ACTIVE_REQUESTS)
    const { rows: requests } = await db.query<Request>(
      `select id, user_id as "userId", required_blood_group as group from blood_requests
        where next_wave_at is not null and status = 'active' order by md5(id::text) limit $1`,
      [WAVES + WARM_UP],
    )
    const waves: AlertFigures['waves'] = { ours: [], naive: [], alerts: [] }
    for (const [nth, request] of requests.entries()) {
      const { ms, alerts } = await trial.plan(request.id)
      const naiveMs = await findNaively(db, request, alerts)
      if (nth < WARM_UP) continue
      waves.ours.push(ms)
      waves.naive.push(naiveMs)
      waves.alerts.push(alerts)
    }
    const candidates = await trial.explain(requests.slice(0, EXPLAINED).map(({ id }) => id))
    requireFewRows(candidates)
    return { waves, candidates: candidates.map(({ read, returned }) => ({ read, returned })) }
  } finally {
    await trial.end()
  }
}

async function findNaively(db: pg.ClientBase, { id, userId, group }: Request, limit: number) {
  const today = new Date().toISOString().slice(0, 10)
  const latest = latestEligibleDonation({ intervalDays: 120, today })
  const startedAt = performance.now()
  await db.query({
    name: 'naive-candidates',
    text: NAIVE_CANDIDATES,
    values: [donorGroupsFor(group), userId, latest, id, limit],
  })
  return performance.now() - startedAt
}

function requireFewRows(candidates: AlertFigures['candidates']) {
  if (candidates.length === 0) throw new Error('No statement that finds candidates was explained.')
  for (const { read, returned } of candidates)
    if (read > 2 * returned + PAGE_SIZE)
      throw new Error(`To find ${returned} candidates, ${read} rows were read.`)
}
