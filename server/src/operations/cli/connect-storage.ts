import { connectionTo, hasCluster } from '@blood-bank/postgres-local/data-folder'
import { DataFolderInUse } from '@blood-bank/postgres-local/lock'
import type { Config } from '../../config.ts'
import { requireMigrated } from '../storage/migrate.ts'
import { asOwner, type Storage, startStorage } from '../storage/storage.ts'

/**
 * Connects a command to the database of an installation: that of the running server, or one started for the command. A
 * database is not created: in the wrong folder, a command would find nobody in it, and a backup would have nothing. Nor is
 * it migrated.
 * @throws an error that says what to do
 */
export async function connectStorage(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Storage> {
  if (config.databaseUrl === null && !hasCluster(config.dataDir))
    throw new Error(
      `There is no database in ${config.dataDir}. Set DATA_DIR to the data folder of the server, or start the server once.`,
    )
  try {
    return await startStorage(config, { prepare: requireMigrated })
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    const address = connectionTo(config.dataDir)
    await asOwner(address, requireMigrated)
    return { address, close: async () => {} }
  }
}
