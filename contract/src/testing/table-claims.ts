import { PERSONAL_DATA } from '../personal-data/groups.ts'
import type { TableClaim } from '../personal-data/kinds.ts'

/**
 * Tables that are about nobody: keys of the site, used challenges of passkeys, counts of a day, how soon donors answer, halls, and
 * the bookkeeping of servers, jobs and migrations.
 */
export const NOT_PERSONAL = [
  'token_keys',
  'push_keys',
  'used_passkey_challenges',
  'text_days',
  'answer_times',
  'halls',
  'kysely_migration',
  'kysely_migration_lock',
  'graphile_worker._private_job_queues',
  'graphile_worker._private_known_crontabs',
  'graphile_worker._private_tasks',
  'graphile_worker.migrations',
] as const

/** The claims of all kinds by table. */
export const TABLE_CLAIMS: Readonly<Record<string, TableClaim>> = Object.assign(
  {},
  ...Object.values(PERSONAL_DATA)
    .flat()
    .map(({ tables }) => tables),
)
