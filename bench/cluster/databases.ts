import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseEnv } from 'node:util'
import { waitUntil } from '../waiting.ts'
import { makeFolder, type Program, programIn } from './processes.ts'

const MACHINES = ['db1', 'db2', 'db3'] as const
export type MachineName = (typeof MACHINES)[number]

/** Loopback addresses of this run alone, so that the usual ports are free. */
const NETWORK = `127.${64 + (process.pid % 128)}.${Math.floor(process.pid / 128) % 256}.`
export const addressOf = (name: MachineName) => `${NETWORK}1${name.at(-1)}`

export const PASSWORD = 'a-password-of-the-trial'

/**
 * A file of `deploy/cluster` with addresses, folders and passwords of this run, as an operator replaces them.
 * @throws if it does not contain what is to be replaced, so that the trials always use what the files say
 */
function deployed(file: string, replacements: Record<string, string>): string {
  let content = readFileSync(join(import.meta.dirname, '../../deploy/cluster', file), 'utf8')
  for (const [documented, used] of Object.entries(replacements)) {
    if (!content.includes(documented))
      throw new Error(`deploy/cluster/${file} no longer contains ${documented}.`)
    content = content.replaceAll(documented, used)
  }
  return content
}

const ofMachine = (name: MachineName) => ({ THIS_NAME: name, THIS_ADDRESS: addressOf(name) })

function etcdOn(name: MachineName, folder: string): Program {
  const own = makeFolder(join(folder, `etcd-${name}`))
  const environment = deployed('etcd.env', {
    ...ofMachine(name),
    '192.0.2.': NETWORK,
    '/var/lib/etcd/bloodbank': join(own, 'data'),
  })
  return programIn(own, { command: 'etcd', environment: parseEnv(environment) })
}

function patroniOn(name: MachineName, folder: string): Program {
  const own = makeFolder(join(folder, name))
  const file = join(own, 'config.yml')
  const settings = deployed('patroni.yml', {
    '192.0.2.0/24': '127.0.0.0/8',
    '192.0.2.': NETWORK,
    '/var/lib/postgresql/15/bloodbank.pgpass': join(own, 'pgpass'),
    '/var/lib/postgresql/15/bloodbank': join(own, 'data'),
    '/var/run/postgresql': own,
  })
  writeFileSync(file, settings)
  const environment = deployed('patroni.env', {
    ...ofMachine(name),
    PASSWORD_OF_PATRONI: PASSWORD,
    PASSWORD_OF_POSTGRES: PASSWORD,
    PASSWORD_OF_REPLICATOR: PASSWORD,
  })
  return programIn(own, { command: 'patroni', args: [file], environment: parseEnv(environment) })
}

type ProxyStart = { folder: string; name: string; address: string; checks?: Record<string, string> }

async function startProxy({ folder, name, address, checks }: ProxyStart) {
  const own = makeFolder(join(folder, name))
  const [file, socket] = [join(own, 'haproxy.cfg'), join(own, 'admin.sock')]
  const settings = deployed('haproxy.cfg', {
    '192.0.2.': NETWORK,
    '127.0.0.1': address,
    '/run/haproxy/admin.sock': socket,
    // It does not start as root here.
    '    user haproxy\n    group haproxy\n': '',
    ...checks,
  })
  writeFileSync(file, settings)
  await programIn(own, { command: 'haproxy', args: ['-db', '-f', file] }).start()
  /** The machines that it takes for the primary. */
  const seenPrimaries = async () => {
    const connection = connect(socket)
    connection.write('show stat\n')
    const rows = (await text(connection)).split('\n').map(line => line.split(','))
    const isUp = (row: string[]) => row[0] === 'primary' && row[17]?.startsWith('UP')
    return MACHINES.filter(machine => rows.some(row => row[1] === machine && isUp(row)))
  }
  await waitUntil('HAProxy', seenPrimaries)
  return { address, seenPrimaries }
}

export type Roles = { primary: MachineName; synchronous: MachineName; other: MachineName }

/** Starts three machines, each with etcd, and with PostgreSQL under Patroni; and two HAProxies before them. */
export async function startDatabases(folder: string) {
  const onEach = (create: (name: MachineName, folder: string) => Program) =>
    Object.fromEntries(MACHINES.map(name => [name, create(name, folder)])) as Record<MachineName, Program>
  const [etcd, patroni] = [onEach(etcdOn), onEach(patroniOn)]
  await Promise.all(MACHINES.map(name => etcd[name].start()))
  await waitUntil('etcd', isEtcdHealthy)
  // The first one creates the database; the others copy it.
  for (const name of MACHINES) await patroni[name].start()
  const proxy = await startProxy({ folder, name: 'haproxy', address: `${NETWORK}21` })
  // So seldom that a demoted primary is used for seconds.
  const checks = { 'inter 1s fall 2 rise 1': 'inter 5s fall 2 rise 1' }
  const slowProxy = await startProxy({ folder, name: 'haproxy-slow', address: `${NETWORK}22`, checks })
  return { etcd, patroni, proxy, slowProxy }
}

const ask = (name: MachineName, portAndPath: string, init: RequestInit = {}) =>
  fetch(`http://${addressOf(name)}:${portAndPath}`, { signal: AbortSignal.timeout(1_000), ...init })

const isEtcdHealthy = async () =>
  (await Promise.all(MACHINES.map(name => ask(name, '2379/health')))).every(({ ok }) => ok)

/** The etcd that leads the others. */
export const findLeaderOfEtcd = (): Promise<MachineName> =>
  waitUntil('a leader of etcd', async () => {
    for (const name of MACHINES) {
      const reply = await ask(name, '2379/v3/maintenance/status', { method: 'POST', body: '{}' })
      const status = (await reply.json()) as { header: { member_id: string }; leader: string }
      if (status.leader === status.header.member_id) return name
    }
    return null
  })

type Member = { name: MachineName; role: string; state: string; timeline?: number }

/** Waits for three etcd servers, a primary, a synchronous standby and a further standby. */
export const waitUntilWhole = (): Promise<Roles> =>
  waitUntil('three etcd servers and a primary with two standbys', async () => {
    const reply = await Promise.any(MACHINES.map(name => ask(name, '8008/cluster')))
    const { members } = (await reply.json()) as { members: Member[] }
    const nameOf = (role: string) =>
      members.find(member => member.role === role && /^(running|streaming)$/.test(member.state))?.name
    const [primary, synchronous, other] = ['leader', 'sync_standby', 'replica'].map(nameOf)
    const timelines = new Set(members.map(({ timeline }) => timeline))
    const isWhole = timelines.size === 1 && (await isEtcdHealthy())
    return isWhole && primary && synchronous && other ? { primary, synchronous, other } : null
  })

export async function switchOver(from: MachineName, to: MachineName): Promise<void> {
  const reply = await ask(from, '8008/switchover', {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`patroni:${PASSWORD}`).toString('base64')}` },
    body: JSON.stringify({ leader: from, candidate: to }),
    signal: AbortSignal.timeout(60_000),
  })
  if (!reply.ok) throw new Error(`Patroni refused the switchover: ${await reply.text()}`)
}
