import { MINUTE_MS } from '@blood-bank/contract/durations'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import { countComing } from '../kept-donors/comings.ts'
import { readProgress } from '../offers/queries.ts'

/** Whether a request is active, and nobody comes: no donor has offered, and no kept donor has said so to a coordinator. */
export const isWaiting = async (
  db: Database,
  { id, status }: Pick<BloodRequestRow, 'id' | 'status'>,
  now: Date,
): Promise<boolean> =>
  status === 'active' &&
  (await readProgress(db, [id])).get(id)?.offersStanding === 0 &&
  (await countComing(db, id, now)) === 0

/**
 * Whether a request has waited so long that its owner is shown whom to call: one for platelets by machine, which few give, does at
 * once.
 */
export const isOverdue = (
  { component, requestedAt }: Pick<BloodRequestRow, 'component' | 'requestedAt'>,
  { hotlineAfterMinutes }: Pick<Config, 'hotlineAfterMinutes'>,
  now: Date,
): boolean =>
  component === 'apheresis-platelets' ||
  now.getTime() - requestedAt.getTime() >= hotlineAfterMinutes * MINUTE_MS
