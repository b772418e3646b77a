import type { Config } from '../config.ts'
import { openStorage, type Storage } from '../database/storage.ts'
import { connectionTo } from '../postgres/data-folder.ts'
import { DataFolderInUse } from '../postgres/lock.ts'

/** The database of an installation for a command: the running server's, or started for as long as it takes. */
export async function reachStorage(config: Config): Promise<Storage> {
  try {
    return await openStorage(config)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    return { address: connectionTo(config.dataDir), close: async () => {} }
  }
}
