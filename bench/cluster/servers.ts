import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchServer } from '@blood-bank/server/testing/launch-product'
import { ORIGIN } from '@blood-bank/server/testing/person'
import { WITHOUT_LIMITS } from '../without-limits.ts'
import type { Relay } from './relay.ts'

export type Server = Awaited<ReturnType<typeof startServer>>

type Start = {
  name: string
  folder: string
  relay: Relay
  environment: Record<string, string>
  cleanUp: AsyncDisposableStack
}

/** Starts one server of the product, which reaches PostgreSQL through its relay. */
export async function startServer({ name, folder, relay, environment, cleanUp }: Start) {
  const dataDir = join(folder, name)
  await mkdir(dataDir, { recursive: true })
  let isRunning = false
  const launch = async () => {
    const launched = await launchServer({
      dataDir,
      environment: {
        ...WITHOUT_LIMITS,
        // Every post may ask the same donor, at any hour.
        QUIET_HOURS: '0-0',
        // A busy machine makes the servers slow, but no call is refused for it.
        EVENT_LOOP_DELAY_MS: '0',
        LOG_LEVEL: 'warn',
        PUBLIC_URL: ORIGIN,
        AUTH_SECRET: 'a secret that both servers of the trials share',
        ...environment,
      },
      detached: true,
    })
    isRunning = true
    void launched.ended.then(() => {
      isRunning = false
    })
    await launched.ready
    return launched
  }
  let server = await launch()
  const kill = async () => {
    server.signal('SIGKILL')
    await server.ended
  }
  cleanUp.defer(async () => {
    await kill()
    await writeFile(join(dataDir, 'log'), server.output())
  })
  return {
    name,
    relay,
    /** Ends it with SIGKILL. */
    kill,
    /** Starts it again, on another port. */
    async start() {
      server = await launch()
    },
    url: () => `http://127.0.0.1:${server.port}`,
    isRunning: () => isRunning,
  }
}
