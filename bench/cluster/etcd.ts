import { join } from 'node:path'
import { type Addresses, etcdUrl, MACHINES, type MachineName } from './addresses.ts'
import { configurationFile, machineAddresses, readEnvironmentFile, thisMachine } from './configuration.ts'
import { killAll, launch, makeFolder } from './processes.ts'
import { waitUntil } from './wait-until.ts'

/** Three etcd servers, one beside each database. */
export type Etcd = {
  kill: (name: MachineName) => Promise<void>
  start: (name: MachineName) => Promise<void>
  /** The server that leads the others. */
  findLeader: () => Promise<MachineName>
  waitUntilHealthy: () => Promise<unknown>
}

type Status = { header: { member_id: string }; leader: string }

export async function startEtcd(addresses: Addresses, folder: string): Promise<Etcd> {
  const folderOf = (name: MachineName) => makeFolder(join(folder, `etcd-${name}`))
  const start = async (name: MachineName) => {
    const text = await configurationFile('etcd.env', [
      ...machineAddresses(addresses),
      ...thisMachine(addresses, name),
      ['/var/lib/etcd/bloodbank', join(folderOf(name), 'data')],
    ])
    await launch({ command: 'etcd', environment: readEnvironmentFile(text), folder: folderOf(name) })
  }
  const findLeader = () =>
    waitUntil('a leader of etcd', async () => {
      for (const name of MACHINES) {
        const status = await readStatus(addresses.machines[name]).catch(() => null)
        if (status && status.leader === status.header.member_id) return name
      }
      return null
    })
  const waitUntilHealthy = () =>
    waitUntil('three healthy etcd servers', async () => {
      const replies = await Promise.all(
        MACHINES.map(name => fetch(`${etcdUrl(addresses.machines[name])}/health`)),
      )
      return replies.every(({ ok }) => ok)
    })
  await Promise.all(MACHINES.map(start))
  await waitUntilHealthy()
  return { start, findLeader, waitUntilHealthy, kill: name => killAll(folderOf(name)) }
}

async function readStatus(address: string): Promise<Status> {
  const reply = await fetch(`${etcdUrl(address)}/v3/maintenance/status`, {
    method: 'POST',
    body: '{}',
    signal: AbortSignal.timeout(1_000),
  })
  return (await reply.json()) as Status
}
