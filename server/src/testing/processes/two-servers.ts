import { embeddedDatabaseUrl } from '../launch-product.ts'
import { aDataFolder, type RunningProduct, startProduct } from '../running-product.ts'

type Until = (end: () => Promise<void>) => void

/** Two processes of the product on one database: the second uses the PostgreSQL that the first one started. */
export async function startTwoServers(until: Until): Promise<[RunningProduct, RunningProduct]> {
  const dataDir = await aDataFolder(until)
  const first = await startProduct({ dataDir, until })
  const second = await startProduct({
    dataDir,
    environment: { DATABASE_URL: embeddedDatabaseUrl(dataDir) },
    until,
  })
  return [first, second]
}
