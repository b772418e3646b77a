import { setTimeout as pause } from 'node:timers/promises'
import { measureBackgroundDelays } from './background-delays.ts'
import { type Call, judgeCalls, writesBackMs } from './calls.ts'
import type { HaProxy } from './haproxy.ts'
import { startLoad } from './load.ts'
import type { Roles } from './patroni.ts'
import type { Site } from './site.ts'
import { compareWithStored, countActive } from './stored.ts'
import type { Trial } from './trials.ts'
import type { Outcome } from './verdict.ts'
import { waitUntil } from './wait-until.ts'

const BEFORE_MS = 1_500
const AFTER_MS = 1_000
/** How long a fault that leaves the primary in place is watched: longer than the time-out of a query. */
const WATCHED_MS = 5_000

/** Runs one trial under load, from a whole cluster to the next whole one. */
export async function runTrial(trial: Trial, site: Site): Promise<Outcome> {
  const { etcd, patroni, servers } = site
  await etcd.waitUntilHealthy()
  const roles = await patroni.waitUntilWhole()
  const proxy = trial.hasSlowChecks ? site.slowProxy : site.proxy
  await leadThrough(proxy, site, roles)
  const pids = servers.map(({ pid }) => pid())

  const active = await site.onMachine(roles.primary, countActive)
  const load = startLoad({ ...site, label: trial.name, active })
  await pause(BEFORE_MS)
  const repair = await trial.inject(site, roles)
  const back = trial.replacesPrimary ? await waitForNewPrimary(proxy, roles, load.calls, site) : null
  if (!trial.replacesPrimary) await pause(WATCHED_MS)
  const primary = back?.primary ?? roles.primary
  const delays = await site.onMachine(primary, db =>
    measureBackgroundDelays({ ...site, server: servers[0], db }),
  )
  await pause(AFTER_MS)
  await load.stop()
  const ended = servers
    .filter(({ name, pid }, at) => name !== trial.killedServer && pid() !== pids[at])
    .concat(servers.filter(({ name, isRunning }) => name !== trial.killedServer && !isRunning()))
  const writes = await site.onMachine(primary, db => compareWithStored(db, load))
  const connections = await site.onMachine(primary, countConnections)
  await repair()
  return {
    trial: trial.name,
    ...{ writes, delays, connections },
    calls: load.calls.length,
    refused: load.calls.filter(({ status }) => status === 503).length,
    faults: judgeCalls(load.calls, {
      mayBeCut: server => server === trial.killedServer,
      repliesLostUntil: Math.max(...servers.map(({ relay }) => relay.lostLastReplyAt())),
    }),
    outageMs: Math.max(
      ...servers
        .filter(({ name }) => name !== trial.killedServer)
        .map(({ name }) => longestGap(load.calls, name)),
    ),
    backAfterProxyMs: back?.afterProxyMs ?? null,
    ended: ended.map(({ name }) => name),
  }
}

/** Leads both servers through one HAProxy, and waits until that has seen the primary and the servers work. */
async function leadThrough(proxy: HaProxy, { servers }: Site, { primary }: Roles) {
  await waitUntil('HAProxy to see the primary', async () => (await proxy.seenPrimaries()).join() === primary)
  for (const { relay } of servers) relay.leadTo(proxy.address)
  await waitUntil('two servers that are ready', async () => {
    const replies = await Promise.all(servers.map(({ url }) => fetch(`${url()}/readyz`)))
    return replies.every(({ ok }) => ok)
  })
}

async function waitForNewPrimary(proxy: HaProxy, roles: Roles, calls: Call[], { servers }: Site) {
  const primary = await waitUntil('HAProxy to see a new primary alone', async () => {
    const [first, ...others] = await proxy.seenPrimaries()
    return first && others.length === 0 && first !== roles.primary ? first : null
  })
  const seenAt = performance.now()
  const afterProxyMs = await waitUntil('writes to be back', async () => {
    const running = servers.filter(({ isRunning }) => isRunning())
    return writesBackMs(
      calls,
      seenAt,
      running.map(({ name }) => name),
    )
  })
  return { primary, afterProxyMs }
}

const countConnections = async (db: { query: (text: string) => Promise<{ rows: { count: number }[] }> }) =>
  (await db.query(`select count(*)::int from pg_stat_activity where usename = 'bloodbank'`)).rows[0]?.count ??
  0

/** The longest time between two acknowledged writes at a server. */
function longestGap(calls: Call[], name: string): number {
  const times = calls
    .filter(({ kind, server, status }) => kind === 'write' && server === name && status === 201)
    .map(({ endedAt }) => endedAt)
  return Math.max(0, ...times.slice(1).map((time, at) => time - (times[at] ?? time)))
}
