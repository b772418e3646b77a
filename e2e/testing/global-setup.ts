import { findFreePort } from '@blood-bank/server/testing/launch-product'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { startTwoServers } from './two-servers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    product: { url: string; mailboxUrl: string; dataDir: string; pushPort: number }
    browser: { endpoint: string }
  }
}

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the product and the browser for a whole run. */
export default async function startProductAndBrowser(project: TestProject) {
  // The browser first: if there is none, no product keeps running.
  const browser = await chromium.launchServer({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    headless: true,
    args: CHROMIUM_FLAGS,
  })
  // A test starts its push service there. Until then nothing answers.
  const pushPort = await findFreePort()
  const product = await startTwoServers({ PUSH_SERVICES: `http://127.0.0.1:${pushPort}` })
  const { url, mailboxUrl, dataDir } = product
  project.provide('product', { url, mailboxUrl, dataDir, pushPort })
  project.provide('browser', { endpoint: browser.wsEndpoint() })
  return async () => {
    await browser.close()
    await product.stop()
  }
}
