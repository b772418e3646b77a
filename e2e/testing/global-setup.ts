import { findFreePort } from '@blood-bank/server/testing/launch-product'
import type { SharedProduct } from './product.ts'
import { startTwoServers } from './two-servers.ts'

/** Starts the product for a whole run. The workers inherit the environment. */
export default async function startProductForAll() {
  // A test starts its push service there. Until then nothing answers.
  const pushPort = await findFreePort()
  const product = await startTwoServers({ PUSH_SERVICES: `http://127.0.0.1:${pushPort}` })
  const { url, mailboxUrl, dataDir } = product
  process.env.SHARED_PRODUCT = JSON.stringify({ url, mailboxUrl, dataDir, pushPort } satisfies SharedProduct)
  return () => product.stop()
}
