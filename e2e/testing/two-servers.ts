import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Product, ROOT, startProduct, startServer } from './product.ts'
import { startRoundRobin } from './round-robin.ts'

/**
 * Two servers of the product on one database, behind a proxy that gives each its turn: whatever a journey does, the
 * next call is answered by the one that knows nothing of it but what is in the database.
 */
export async function startTwoServers(): Promise<Product & { mailboxUrl: string }> {
  const proxy = await startRoundRobin()
  const environment = { PUBLIC_URL: proxy.url, TRUSTED_PROXIES: '127.0.0.1' }
  const first = await startProduct(environment)
  const { dataDir } = first
  const second = await startServer(dataDir, { ...environment, DATABASE_URL: await databaseUrl(dataDir) })
  proxy.leadTo([first.url, second.url])
  return {
    url: proxy.url,
    // Through the proxy there is none.
    mailboxUrl: `${first.url}/dev/mailbox.json`,
    dataDir,
    async stop() {
      proxy.stop()
      await second.stop()
      await first.stop()
    },
  }
}

/** Where the PostgreSQL of a running product is. */
async function databaseUrl(dataDir: string) {
  const { stdout } = await promisify(execFile)(process.execPath, ['server/src/testing/tell-address.ts'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir },
  })
  const { host, user, database } = JSON.parse(stdout)
  return `postgresql:///${database}?host=${encodeURIComponent(host)}&user=${user}`
}
