import { embeddedDatabaseUrl } from '@blood-bank/server/testing/launch-product'
import { type Product, startProduct, startServer } from './product.ts'
import { startRoundRobin } from './round-robin.ts'

/**
 * Two servers of the product on one database, behind a proxy that alternates between them: each request is answered by
 * the server that did not answer the previous one, and knows only what is in the database.
 */
export async function startTwoServers(
  settings: Record<string, string>,
): Promise<Product & { mailboxUrl: string }> {
  const proxy = await startRoundRobin()
  const environment = { ...settings, PUBLIC_URL: proxy.url, TRUSTED_PROXIES: '127.0.0.1' }
  const first = await startProduct(environment)
  const { dataDir } = first
  const second = await startServer(dataDir, { ...environment, DATABASE_URL: embeddedDatabaseUrl(dataDir) })
  proxy.setServers([first.url, second.url])
  return {
    url: proxy.url,
    // The mailbox refuses requests that came through a proxy.
    mailboxUrl: `${first.url}/dev/mailbox.json`,
    dataDir,
    async stop() {
      proxy.stop()
      await second.stop()
      await first.stop()
    },
  }
}
