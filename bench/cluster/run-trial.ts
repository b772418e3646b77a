import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '../waiting.ts'
import { type Call, judgeCalls, longestGap, writesBackMs } from './calls.ts'
import { type Roles, waitUntilWhole } from './databases.ts'
import { measureDelays } from './delays.ts'
import { compareWithStored, startLoad } from './load.ts'
import { onMachine, type Site } from './site.ts'
import type { Trial } from './trials.ts'

const BEFORE_MS = 1_500
const AFTER_MS = 1_000
/** How long a fault that leaves the primary in place is watched: longer than the time-out of a query. */
const WATCHED_MS = 5_000

/** Runs one trial under load, from a whole cluster until it is repaired. Durations are in milliseconds. */
export async function runTrial(trial: Trial, site: Site) {
  const { servers } = site
  const roles = await waitUntilWhole()
  const proxy = trial.hasSlowChecks ? site.slowProxy : site.proxy
  await leadThrough(proxy, site, roles)

  const load = startLoad(trial.name, site)
  await pause(BEFORE_MS)
  const repair = await trial.inject(site, roles)
  const back = trial.replacesPrimary ? await waitForNewPrimary(proxy, roles, load.calls, site) : null
  if (!back) await pause(WATCHED_MS)
  const primary = back?.primary ?? roles.primary
  const delays = await onMachine(primary, db => measureDelays(site, db))
  if (trial.watchesRepairMs !== undefined) await repair?.()
  await pause(trial.watchesRepairMs ?? AFTER_MS)
  await load.stop()
  const left = servers.filter(({ name }) => name !== trial.killedServer)
  const ended = left.filter(({ isRunning }) => !isRunning())
  const writes = await onMachine(primary, db => compareWithStored(db, load))
  const connections = await onMachine(primary, db =>
    db.query(`select from pg_stat_activity where usename = 'bloodbank'`),
  )
  if (trial.watchesRepairMs === undefined) await repair?.()
  return {
    trial: trial.name,
    writes,
    delays,
    /** Those that the servers hold when everything is quiet again. */
    connections: connections.rowCount ?? 0,
    faults: judgeCalls(load.calls, trial.killedServer),
    /** The longest time in which a server acknowledged no write. */
    outageMs: Math.max(...left.map(({ name }) => longestGap(load.calls, name))),
    /** From the moment at which HAProxy saw the new primary alone; null when the primary stayed. */
    backAfterProxyMs: back?.afterProxyMs ?? null,
    /** Servers of the product that ended although nobody killed them. */
    ended: ended.map(({ name }) => name),
  }
}

/** Leads both servers through one HAProxy, and waits until that has seen the primary and the servers work. */
async function leadThrough(proxy: Site['proxy'], { servers }: Site, { primary }: Roles) {
  await waitUntil('HAProxy to see the primary', async () => (await proxy.seenPrimaries()).join() === primary)
  for (const { relay } of servers) relay.leadTo(proxy.address)
  await waitUntil('two servers that are ready', async () => {
    const replies = await Promise.all(servers.map(({ url }) => fetch(`${url()}/readyz`)))
    return replies.every(({ ok }) => ok)
  })
}

async function waitForNewPrimary(proxy: Site['proxy'], roles: Roles, calls: Call[], { servers }: Site) {
  const primary = await waitUntil('HAProxy to see a new primary alone', async () => {
    const [first, ...others] = await proxy.seenPrimaries()
    return first && others.length === 0 && first !== roles.primary ? first : null
  })
  const seenAt = performance.now()
  const running = servers.filter(({ isRunning }) => isRunning()).map(({ name }) => name)
  const afterProxyMs = await waitUntil('writes to be back', async () => writesBackMs(calls, seenAt, running))
  return { primary, afterProxyMs }
}
