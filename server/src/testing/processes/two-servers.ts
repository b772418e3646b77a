import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { aDataFolder, type RunningProduct, startProduct } from '../running-product.ts'

type Until = (end: () => Promise<void>) => void

/** Two processes of the product on one database: the second is led to the socket of the first one's PostgreSQL. */
export async function startTwoServers(until: Until): Promise<[RunningProduct, RunningProduct]> {
  const dataDir = await aDataFolder(until)
  const first = await startProduct({ dataDir, until })
  const { host, user, database } = connectionTo(dataDir)
  const DATABASE_URL = `postgresql:///${database}?host=${encodeURIComponent(host)}&user=${user}`
  const second = await startProduct({ dataDir, environment: { DATABASE_URL }, until })
  return [first, second]
}
