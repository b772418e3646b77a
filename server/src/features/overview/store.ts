import type { Overview } from '@blood-bank/contract/overview'
import { sql } from 'kysely'
import type { Database } from '../../database/connection.ts'

type Counts = { donors: string; users: string; active: string; fulfilled: string; cancelled: string }

/** Counts what the bank has, exactly, as of one moment. */
export async function countEverything(db: Database): Promise<Omit<Overview, 'deadMails'>> {
  const { rows } = await sql<Counts>`
    select (select count(*) from donors) as donors,
           (select count(*) from users) as users,
           count(*) filter (where status = 'active') as active,
           count(*) filter (where status = 'fulfilled') as fulfilled,
           count(*) filter (where status = 'cancelled') as cancelled
    from blood_requests`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('An aggregate without a group gives one row.')
  return {
    donors: Number(counts.donors),
    users: Number(counts.users),
    bloodRequests: {
      active: Number(counts.active),
      fulfilled: Number(counts.fulfilled),
      cancelled: Number(counts.cancelled),
    },
  }
}
