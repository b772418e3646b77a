import { findLeaderOfEtcd, type Roles, switchOver } from './databases.ts'
import type { Site } from './site.ts'

/** One thing that goes wrong. */
export type Trial = {
  name: string
  /** Whether another machine becomes the primary. */
  replacesPrimary?: boolean
  /** Uses HAProxy with slow checks. */
  hasSlowChecks?: boolean
  /** The server that is killed, whose callers are cut off. */
  killedServer?: string
  /** For how long it is watched, under load, what the repair causes; otherwise the load ends before the repair. */
  watchesRepairMs?: number
  /** @returns what repairs it, if anything has to */
  inject: (site: Site, roles: Roles) => Promise<Repair> | Promise<void>
}

type Repair = () => Promise<void>

/** So many posts lose their reply. */
const LOST_REPLIES = 10

async function kill(program: { kill: Repair; start: Repair }): Promise<Repair> {
  await program.kill()
  return program.start
}

export const TRIALS: Trial[] = [
  {
    name: 'a server of the product is killed',
    killedServer: 'server 2',
    inject: ({ servers: [, second] }) => kill(second),
  },
  {
    name: 'all connections of one server go dark without a reset',
    inject: async ({ servers: [first] }) => first.relay.goDark(),
  },
  {
    name: `the replies to ${LOST_REPLIES} posts are lost after the commit`,
    inject: async ({ servers: [first] }) => first.relay.loseReplies(LOST_REPLIES),
  },
  {
    name: 'the leader of etcd is killed',
    inject: async ({ etcd }) => kill(etcd[await findLeaderOfEtcd()]),
  },
  {
    name: 'the machine of the synchronous standby is killed',
    inject: ({ patroni }, { synchronous }) => kill(patroni[synchronous]),
  },
  {
    name: 'switchover',
    replacesPrimary: true,
    inject: (_, { primary, synchronous }) => switchOver(primary, synchronous),
  },
  {
    name: 'switchover, HAProxy checks every 5 s',
    replacesPrimary: true,
    hasSlowChecks: true,
    inject: (_, { primary, synchronous }) => switchOver(primary, synchronous),
  },
  {
    name: 'the machine of the primary is killed',
    replacesPrimary: true,
    inject: ({ patroni }, { primary }) => kill(patroni[primary]),
  },
  {
    // A Patroni before 3.1.2 that uses etcd3 takes the lead back then, and loses writes (deploy/cluster/README.md).
    name: 'SIGSTOP of the primary, which thaws under load',
    replacesPrimary: true,
    watchesRepairMs: 8_000,
    inject: async ({ patroni }, { primary }) => {
      patroni[primary].signal('SIGSTOP')
      return async () => patroni[primary].signal('SIGCONT')
    },
  },
]
