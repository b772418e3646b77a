import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchServer, runScript } from '@blood-bank/server/testing/launch-product'

/** The product as a user runs it, on its own data folder. */
export type Product = { url: string; dataDir: string; stop: () => Promise<void> }

/** The product of a whole run (`global-setup.ts`). */
export type SharedProduct = { url: string; mailboxUrl: string; dataDir: string; pushPort: number }

/** Known to the workers only. */
export const sharedProduct: SharedProduct = JSON.parse(process.env.SHARED_PRODUCT ?? '{}')

/**
 * Starts the built product and waits until it is ready.
 * @param args `['demo']` for the product with demo data
 */
export async function startProduct(
  environment: Record<string, string> = {},
  args: string[] = [],
): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bloodbank-e2e-'))
  const removeData = () => rm(dataDir, { recursive: true, force: true })
  try {
    const { url, stop } = await startServer(dataDir, environment, args)
    return { url, dataDir, stop: () => stop().then(removeData) }
  } catch (error) {
    await removeData()
    throw error
  }
}

/** Starts one server on a data folder. A second one on the same folder needs the `DATABASE_URL` of the first. */
export async function startServer(
  dataDir: string,
  environment: Record<string, string> = {},
  args: string[] = [],
): Promise<Omit<Product, 'dataDir'>> {
  const server = await launchServer({
    dataDir,
    args,
    // A busy machine makes the server slow, but no call is refused for it. Alerts are sent at any time of the day.
    environment: {
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      EVENT_LOOP_DELAY_MS: '0',
      QUIET_HOURS: '0-0',
      // The members of the journeys have just registered.
      REPORTER_ACCOUNT_DAYS: '0',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await server.ready
  return {
    url: server.url,
    async stop() {
      server.signal('SIGTERM')
      await server.ended
    },
  }
}

/** Runs `npm run admin -- …` beside the running product, as an operator would. */
export async function runAdmin(dataDir: string, ...args: string[]): Promise<void> {
  const command = runScript('operations/cli/admin.ts', { dataDir, args })
  const code = await command.ended
  if (code !== 0)
    throw new Error(`npm run admin -- ${args.join(' ')} ended with ${code}: ${command.output()}`)
}

/** The address of a test server, as the browser calls it. */
export function addressOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.')
  return `http://localhost:${address.port}`
}
