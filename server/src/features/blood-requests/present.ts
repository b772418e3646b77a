import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import type { Database } from '../../platform/database/connection.ts'
import type { ReadProgress } from './hooks.ts'
import type { PostedBloodRequest } from './tables.ts'
import { bloodRequestForMembers } from './view.ts'

/** Blood requests for members, with their progress. `country` selects the format of phone numbers. */
export const presentForMembers =
  ({ country, readProgress }: { country: string; readProgress: ReadProgress }) =>
  async (db: Database, rows: PostedBloodRequest[]): Promise<BloodRequest[]> => {
    const progress = await readProgress(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map(row => bloodRequestForMembers(row, { country, progress: progress.get(row.id) }))
  }
