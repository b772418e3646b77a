import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { CleanUp } from '../clean-up.ts'
import { type Addresses, addressesOf, type MachineName } from './addresses.ts'
import { type Stream, startStream } from './background-delays.ts'
import { type Etcd, startEtcd } from './etcd.ts'
import { type HaProxy, startProxy } from './haproxy.ts'
import { type MailReceiver, startMailReceiver } from './mail-receiver.ts'
import { PASSWORDS, type Patroni, startPatroni } from './patroni.ts'
import { type Member, newDonor, newMember, UNASKED_GROUP } from './people.ts'
import { killAll } from './processes.ts'
import { startRelay } from './relay.ts'
import { type Server, startServer } from './servers.ts'

/** A whole installation: the cluster, two servers of the product, and people. */
export type Site = {
  etcd: Etcd
  patroni: Patroni
  proxy: HaProxy
  slowProxy: HaProxy
  servers: [Server, Server]
  mail: MailReceiver
  writers: Member[]
  poster: Member
  admin: Member
  donor: Member
  streams: Stream[]
  /** Does something with PostgreSQL on a machine, as superuser and past all proxies. */
  onMachine: <T>(name: MachineName, work: (db: pg.Client) => Promise<T>) => Promise<T>
}

const WRITERS = 8
const PRIMARY_PORT = 5000
const DATABASE = 'bloodbank'
const OWNER = { user: 'bloodbank', password: 'bloodbank-trial' }

type Start = { folder: string; cleanUp: CleanUp; report: (line: string) => void }

export async function startSite({ folder, cleanUp, report }: Start): Promise<Site> {
  const addresses = addressesOf(process.pid)
  cleanUp(() => copyLogs(folder))
  cleanUp(() => killAll(folder))
  report('Starting etcd, PostgreSQL with Patroni, and HAProxy')
  const etcd = await startEtcd(addresses, folder)
  const patroni = await startPatroni(addresses, folder)
  const proxy = await startProxy({ addresses, folder, isSlow: false })
  const slowProxy = await startProxy({ addresses, folder, isSlow: true })
  const { primary } = await patroni.waitUntilWhole()
  const onMachine: Site['onMachine'] = async (name, work) => {
    const db = await connectAsSuperuser(addresses, name)
    return work(db).finally(() => db.end())
  }
  await createEmptyDatabase(addresses, primary)

  report('Starting two servers of the product')
  const mail = await startMailReceiver(cleanUp)
  const urlOf = (address: string) => `postgresql://${OWNER.user}:${OWNER.password}@${address}/${DATABASE}`
  const startOne = async (name: string) =>
    startServer({
      ...{ name, folder, cleanUp },
      relay: await startRelay(proxy.address, PRIMARY_PORT, cleanUp),
      databaseUrl: urlOf,
      smtpUrl: mail.url,
    })
  const servers: [Server, Server] = [await startOne('server 1'), await startOne('server 2')]

  const [first] = servers
  const db = await connectAsSuperuser(addresses, primary)
  const writers: Member[] = []
  for (let nth = 0; nth < WRITERS; nth += 1)
    writers.push(await newMember(first, db, `writer${nth}@example.edu`))
  const poster = await newMember(first, db, 'poster@example.edu')
  const admin = await newMember(first, db, 'admin@example.edu', 'admin')
  const donor = await newDonor(first, db, 'donor@example.edu')
  await excludeFromAlerts(db, UNASKED_GROUP)
  await db.end()
  const streams = servers.map(server => startStream(server, poster))
  cleanUp(() => {
    for (const stream of streams) stream.close()
  })
  return { etcd, patroni, proxy, slowProxy, servers, mail, writers, poster, admin, donor, streams, onMachine }
}

async function connectAsSuperuser(
  { machines }: Addresses,
  name: MachineName,
  database: string = DATABASE,
): Promise<pg.Client> {
  const client = new pg.Client({
    host: machines[name],
    user: 'postgres',
    password: PASSWORDS.postgres,
    database,
  })
  // A trial may kill the server while the connection is idle.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** As docs/operations.md says. */
async function createEmptyDatabase(addresses: Addresses, primary: MachineName) {
  const db = await connectAsSuperuser(addresses, primary, 'postgres')
  await db.query(`create role ${OWNER.user} login password '${OWNER.password}'`)
  await db.query(`create database ${DATABASE} owner ${OWNER.user}`)
  await db.end()
}

/**
 * The writers post more in a second than a campus in a week. The planner of alerts passes over these requests, so that it
 * gets to the one of `background-delays.ts` at once.
 */
const excludeFromAlerts = (db: pg.Client, bloodGroup: string) =>
  db.query(`
    create function exclude_from_alerts() returns trigger language plpgsql as
      'begin new.next_wave_at := null; return new; end';
    create trigger exclude_from_alerts before insert on blood_requests for each row
      when (new.required_blood_group = '${bloodGroup}') execute function exclude_from_alerts()`)

/** Ignored by git. */
const LOGS = join(import.meta.dirname, '../../.build/cluster-logs')

const copyLogs = (folder: string) =>
  cp(folder, LOGS, { recursive: true, filter: path => !/\/(data|pgpass|.*sock|\.s\..*)$/.test(path) })
