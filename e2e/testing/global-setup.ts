import { findFreePort } from '@blood-bank/server/testing/launch-product'
import type { TestProject } from 'vitest/node'
import { startTwoServers } from './two-servers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    product: { url: string; mailboxUrl: string; dataDir: string; pushPort: number }
  }
}

/** Starts the product for a whole run. */
export default async function startProductForAll(project: TestProject) {
  // A test starts its push service there. Until then nothing answers.
  const pushPort = await findFreePort()
  const product = await startTwoServers({ PUSH_SERVICES: `http://127.0.0.1:${pushPort}` })
  const { url, mailboxUrl, dataDir } = product
  project.provide('product', { url, mailboxUrl, dataDir, pushPort })
  return () => product.stop()
}
