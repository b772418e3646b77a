import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type LaunchedServer, launchServer } from '@blood-bank/server/testing/launch-product'
import { ORIGIN } from '@blood-bank/server/testing/person'
import type { CleanUp } from '../clean-up.ts'
import type { Relay } from './relay.ts'

/** One server of the product, which reaches PostgreSQL through its relay. */
export type Server = {
  name: string
  relay: Relay
  url: () => string
  pid: () => number
  isRunning: () => boolean
  /** Ends it with SIGKILL. */
  kill: () => Promise<void>
  /** Starts it again, on another port. */
  start: () => Promise<void>
}

/** The trials make more calls than people do, and every post may ask the same donor. */
const WITHOUT_LIMITS = {
  POSTS_PER_DAY: '0',
  ACTIVE_REQUESTS: '0',
  CALLS_PER_ACCOUNT: '0',
  CALLS_PER_ADDRESS: '0',
  ALERT_NEW_REQUESTER: '1000000',
  QUIET_HOURS: '0-0',
  // A busy machine makes the servers slow, but no call is refused for it.
  EVENT_LOOP_DELAY_MS: '0',
}

type Start = {
  name: string
  folder: string
  relay: Relay
  /** `DATABASE_URL` without its address. */
  databaseUrl: (address: string) => string
  smtpUrl: string
  cleanUp: CleanUp
}

export async function startServer({
  name,
  folder,
  relay,
  databaseUrl,
  smtpUrl,
  cleanUp,
}: Start): Promise<Server> {
  const dataDir = join(folder, name)
  await mkdir(dataDir, { recursive: true })
  let launched: LaunchedServer
  let isRunning = false
  const start = async () => {
    launched = await launchServer({
      dataDir,
      environment: {
        ...WITHOUT_LIMITS,
        LOG_LEVEL: 'warn',
        PUBLIC_URL: ORIGIN,
        AUTH_SECRET: 'a secret that both servers of the trials share',
        DATABASE_URL: databaseUrl(`127.0.0.1:${relay.port}`),
        SMTP_URL: smtpUrl,
      },
      detached: true,
    })
    const { ended } = launched
    isRunning = true
    void ended.then(() => {
      isRunning = false
    })
    await launched.ready
  }
  const kill = async () => {
    launched.signal('SIGKILL')
    await launched.ended
  }
  cleanUp(async () => {
    await kill()
    await writeFile(join(dataDir, 'log'), launched.output())
  })
  await start()
  return {
    name,
    relay,
    start,
    kill,
    url: () => `http://127.0.0.1:${launched.port}`,
    pid: () => launched.pid,
    isRunning: () => isRunning,
  }
}
