import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Addresses, MACHINES, type MachineName, patroniUrl } from './addresses.ts'
import {
  configurationFile,
  machineAddresses,
  type Replacements,
  readEnvironmentFile,
  thisMachine,
} from './configuration.ts'
import { killAll, launch, makeFolder, signalAll } from './processes.ts'
import { waitUntil } from './wait-until.ts'

/** Three PostgreSQL servers, each with the Patroni that supervises it. */
export type Patroni = {
  start: (name: MachineName) => Promise<void>
  /** Patroni, PostgreSQL and all that they have started. */
  kill: (name: MachineName) => Promise<void>
  signal: (name: MachineName, signal: 'SIGSTOP' | 'SIGCONT') => void
  members: () => Promise<Member[]>
  /** Waits for a primary, a synchronous standby and a further standby. */
  waitUntilWhole: (timeoutMs?: number) => Promise<Roles>
  switchOver: (from: MachineName, to: MachineName) => Promise<void>
}

export type Roles = { primary: MachineName; synchronous: MachineName; other: MachineName }

type Member = { name: MachineName; role: string; state: string; timeline?: number }

export const PASSWORDS = {
  patroni: 'patroni-trial',
  postgres: 'postgres-trial',
  replicator: 'replicator-trial',
}

const passwords: Replacements = [
  ['PASSWORD_OF_PATRONI', PASSWORDS.patroni],
  ['PASSWORD_OF_POSTGRES', PASSWORDS.postgres],
  ['PASSWORD_OF_REPLICATOR', PASSWORDS.replicator],
]

export async function startPatroni(addresses: Addresses, folder: string): Promise<Patroni> {
  const folderOf = (name: MachineName) => makeFolder(join(folder, name))

  const start = async (name: MachineName) => {
    const own = folderOf(name)
    const settings = await configurationFile('patroni.yml', [
      ...machineAddresses(addresses),
      ['192.0.2.0/24', addresses.network],
      ['/var/lib/postgresql/15/bloodbank.pgpass', join(own, 'pgpass')],
      ['/var/lib/postgresql/15/bloodbank', join(own, 'data')],
      ['/var/run/postgresql', own],
    ])
    const file = join(own, 'config.yml')
    await writeFile(file, settings)
    const environment = await configurationFile('patroni.env', [
      ...thisMachine(addresses, name),
      ...passwords,
    ])
    await launch({
      command: 'patroni',
      args: [file],
      environment: readEnvironmentFile(environment),
      folder: own,
    })
  }

  /** As the machine that answers sees the cluster; the others may be dead. */
  const members = async () => {
    const replies = MACHINES.map(async name => {
      const reply = await fetch(`${patroniUrl(addresses.machines[name])}/cluster`, {
        signal: AbortSignal.timeout(1_000),
      })
      return ((await reply.json()) as { members: Member[] }).members
    })
    return Promise.any(replies)
  }

  const waitUntilWhole = (timeoutMs?: number) =>
    waitUntil(
      'a primary with two standbys',
      async () => {
        const found = await members()
        const nameOf = (role: string) =>
          found.find(member => member.role === role && /^(running|streaming)$/.test(member.state))?.name
        const [primary, synchronous, other] = ['leader', 'sync_standby', 'replica'].map(nameOf)
        const timelines = new Set(found.map(({ timeline }) => timeline))
        return timelines.size === 1 && primary && synchronous && other
          ? { primary, synchronous, other }
          : null
      },
      timeoutMs,
    )

  const switchOver = async (from: MachineName, to: MachineName) => {
    const reply = await fetch(`${patroniUrl(addresses.machines[from])}/switchover`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`patroni:${PASSWORDS.patroni}`).toString('base64')}` },
      body: JSON.stringify({ leader: from, candidate: to }),
    })
    if (!reply.ok) throw new Error(`Patroni refused the switchover: ${await reply.text()}`)
  }

  // The first one creates the database; the others copy it.
  for (const name of MACHINES) await start(name)
  return {
    start,
    kill: name => killAll(folderOf(name)),
    signal: (name, signal) => signalAll(folderOf(name), signal),
    members,
    waitUntilWhole,
    switchOver,
  }
}
