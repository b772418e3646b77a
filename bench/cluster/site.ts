import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import { aDonor } from '@blood-bank/server/testing/person'
import pg from 'pg'
import { startMailReceiver } from '../mail-receiver.ts'
import { addressOf, type MachineName, PASSWORD, startDatabases, waitUntilWhole } from './databases.ts'
import { type Member, newMember, startStream } from './people.ts'
import { killAll } from './processes.ts'
import { startRelay } from './relay.ts'
import { type Server, startServer } from './servers.ts'

/** A whole installation: the cluster, two servers of the product, and people. */
export type Site = Awaited<ReturnType<typeof startSite>>

/** The group of a request that is to cause an alert, and that of all others, to which nobody can give. */
export const ASKED_GROUP = 'B+'
export const UNASKED_GROUP = 'O-'

const WRITERS = 8
const DATABASE = 'bloodbank'

export async function startSite(folder: string, cleanUp: AsyncDisposableStack) {
  cleanUp.defer(() => copyLogs(folder))
  cleanUp.defer(() => killAll(folder))
  const databases = await startDatabases(folder)
  const { primary } = await waitUntilWhole()
  // As deploy/cluster/README.md says.
  await onMachine(primary, db => db.query(`create role bloodbank login password '${PASSWORD}'`), 'postgres')
  await onMachine(primary, db => db.query(`create database ${DATABASE} owner bloodbank`), 'postgres')

  const mail = await startMailReceiver(cleanUp)
  const startOne = async (name: string) => {
    const relay = await startRelay(databases.proxy.address, cleanUp)
    const environment = {
      DATABASE_URL: `postgresql://bloodbank:${PASSWORD}@127.0.0.1:${relay.port}/${DATABASE}`,
      SMTP_URL: mail.url,
    }
    return startServer({ name, folder, relay, environment, cleanUp })
  }
  const servers: [Server, Server] = [await startOne('server 1'), await startOne('server 2')]
  const people = await onMachine(primary, db => registerPeople(servers[0], db))
  const streams = servers.map(server => startStream(server, people.poster))
  return { ...databases, ...people, servers, mail, streams }
}

async function registerPeople(server: Server, db: pg.Client) {
  const writers: Member[] = []
  for (let nth = 0; nth < WRITERS; nth += 1) writers.push(await newMember(server, db, `writer${nth}`))
  const poster = await newMember(server, db, 'poster')
  const donor = await newMember(server, db, 'donor')
  const { status } = await donor.at(server).call(registerDonor, { body: aDonor({ bloodGroup: ASKED_GROUP }) })
  if (status !== 201) throw new Error(`The donor could not register: ${status}.`)
  // The writers post more in a second than a campus in a week. The planner of alerts passes over these requests, so that
  // it gets to the one that asks the donor at once.
  await db.query(`
    create function exclude_from_alerts() returns trigger language plpgsql as
      'begin new.next_wave_at := null; return new; end';
    create trigger exclude_from_alerts before insert on blood_requests for each row
      when (new.required_blood_group = '${UNASKED_GROUP}') execute function exclude_from_alerts()`)
  return { writers, poster, donor }
}

/** Does something with PostgreSQL on a machine, as superuser and past all proxies. */
export async function onMachine<T>(
  name: MachineName,
  work: (db: pg.Client) => Promise<T>,
  database = DATABASE,
): Promise<T> {
  const db = new pg.Client({ host: addressOf(name), user: 'postgres', password: PASSWORD, database })
  await db.connect()
  return work(db).finally(() => db.end())
}

/** Ignored by git. */
const LOGS = join(import.meta.dirname, '../../.build/cluster-logs')

const copyLogs = (folder: string) =>
  cp(folder, LOGS, { recursive: true, filter: path => !/\/(data|pgpass|.*sock|\.s\..*)$/.test(path) })
