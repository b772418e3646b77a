import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { DataFolderInUse } from '@blood-bank/postgres-local/lock'
import type { Config } from '../../config.ts'
import { copyDatabase } from '../backup/copy-database.ts'
import { type Storage, startStorage } from '../storage/storage.ts'

/** Connects a command to the database of an installation: that of the running server, or one started for the command. */
export async function connectStorage(config: Config): Promise<Storage> {
  try {
    return await startStorage(config, { copyDatabase })
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    return { address: connectionTo(config.dataDir), close: async () => {} }
  }
}
