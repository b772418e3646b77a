import type pg from 'pg'
import type { Written } from './load.ts'

/** What became of the writes. */
export type WriteCounts = { acknowledged: number; lost: number; doubled: number; unfinished: number }

/** How many blood requests are active. */
export async function countActive(db: pg.ClientBase): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int from blood_requests where status = 'active'`,
  )
  return rows[0]?.count ?? 0
}

/** Compares what was acknowledged with what the primary has. Every write is there exactly once. */
export async function compareWithStored(
  db: pg.ClientBase,
  { acknowledged, attempted }: Written,
): Promise<WriteCounts> {
  const { rows } = await db.query<{ id: string; name: string }>(
    'select id, patient_name as name from blood_requests where patient_name = any ($1)',
    [[...attempted]],
  )
  const ids = new Set(rows.map(({ id }) => id))
  const names = new Set(rows.map(({ name }) => name))
  return {
    acknowledged: acknowledged.size,
    lost: [...acknowledged.values()].filter(id => !ids.has(id)).length,
    doubled: rows.length - names.size,
    unfinished: attempted.size - acknowledged.size,
  }
}
