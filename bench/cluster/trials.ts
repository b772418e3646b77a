import type { MachineName } from './addresses.ts'
import type { Roles } from './patroni.ts'
import type { Site } from './site.ts'

/** One thing that goes wrong. */
export type Trial = {
  name: string
  /** Whether another machine becomes the primary. */
  replacesPrimary: boolean
  /** Uses HAProxy with slow checks. */
  hasSlowChecks?: boolean
  /** The server that is killed, whose callers are cut off. */
  killedServer?: string
  /** @returns what repairs it */
  inject: (site: Site, roles: Roles) => Promise<Repair>
}

type Repair = () => Promise<unknown>

const nothing: Repair = async () => {}
/** So many posts lose their reply. */
const LOST_REPLIES = 10

const switchOver: Trial['inject'] = async ({ patroni }, { primary, synchronous }) => {
  await patroni.switchOver(primary, synchronous)
  return nothing
}

async function killMachine({ patroni }: Site, name: MachineName): Promise<Repair> {
  await patroni.kill(name)
  return () => patroni.start(name)
}

/** Freezes the machine of the primary. What follows when it thaws is another matter (`thaw.ts`). */
export const FREEZE: Trial = {
  name: 'SIGSTOP of the primary, until it thaws',
  replacesPrimary: true,
  inject: async ({ patroni }, { primary }) => {
    patroni.signal(primary, 'SIGSTOP')
    return nothing
  },
}

export const TRIALS: Trial[] = [
  {
    name: 'a server of the product is killed',
    replacesPrimary: false,
    killedServer: 'server 2',
    inject: async ({ servers: [, second] }) => {
      await second.kill()
      return second.start
    },
  },
  {
    name: 'all connections of one server go dark without a reset',
    replacesPrimary: false,
    inject: async ({ servers: [first] }) => {
      first.relay.goDark()
      return nothing
    },
  },
  {
    name: `the replies to ${LOST_REPLIES} posts are lost after the commit`,
    replacesPrimary: false,
    inject: async ({ servers: [first] }) => {
      first.relay.loseReplies(LOST_REPLIES)
      return nothing
    },
  },
  {
    name: 'the leader of etcd is killed',
    replacesPrimary: false,
    inject: async ({ etcd }) => {
      const leader = await etcd.findLeader()
      await etcd.kill(leader)
      return () => etcd.start(leader)
    },
  },
  {
    name: 'the machine of the synchronous standby is killed',
    replacesPrimary: false,
    inject: (site, { synchronous }) => killMachine(site, synchronous),
  },
  { name: 'switchover', replacesPrimary: true, inject: switchOver },
  {
    name: 'switchover, HAProxy checks every 5 s',
    replacesPrimary: true,
    hasSlowChecks: true,
    inject: switchOver,
  },
  {
    name: 'the machine of the primary is killed',
    replacesPrimary: true,
    inject: (site, { primary }) => killMachine(site, primary),
  },
]
