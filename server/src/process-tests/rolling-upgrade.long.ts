import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { searchDonors } from '@blood-bank/contract/donors/endpoints'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { startCluster } from '@blood-bank/postgres-local/cluster'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { aBloodRequest } from '../testing/builders.ts'
import { checkOut, findRelease } from '../testing/earlier-versions/checkout.ts'
import { NO_POSTING_LIMITS } from '../testing/environments/no-posting-limits.ts'
import {
  embeddedDatabaseUrl,
  type LaunchedServer,
  launchServer,
  runScript,
} from '../testing/launch-product.ts'
import { newMemberOf } from '../testing/members.ts'
import { newCaller, ORIGIN, type Person, type Reply } from '../testing/person.ts'
import { anEmptyFolder, untilTheFileIsDone } from '../testing/running-product.ts'
import { AUTH_SECRET } from '../testing/test-app.ts'

const ROOT = join(import.meta.dirname, '../../..')
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
const BACKUP = join(ROOT, `server/src/operations/storage/earlier-versions/${version}.backup`)
const MEMBERS = 6
const ROUNDS = 2
/** How long both versions, and after that the new one alone, serve. */
const TOGETHER_MS = 4_000
const ALONE_MS = 2_000
const POLL_MS = 20

const until = untilTheFileIsDone()
const release = findRelease(version)

test.skipIf(release === null)(
  `version ${version} and this one serve one database at once, while this one migrates it: no call fails, no post is lost (skipped without git history)`,
  async ({ annotate }) => {
    const earlier = checkOut(release ?? '')
    afterAll(() => earlier.remove())
    let posts = 0
    let calls = 0
    const faults: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const result = await upgradeUnderLoad(earlier.folder)
      posts += result.posts
      calls += result.calls
      faults.push(...result.faults)
    }
    await annotate(
      JSON.stringify({
        tried: `version ${version} replaced by this one under load: ${calls} calls, ${posts} posts; each post stored once`,
        trials: ROUNDS,
        faults: faults.length,
        losses: faults.filter(fault => fault.startsWith('lost')).length,
      }),
      'figures',
    )
    expect(faults).toEqual([])
    expect(posts).toBeGreaterThan(100)
  },
)

/** Starts the earlier version, then this one beside it, and stops the earlier one. */
async function upgradeUnderLoad(checkout: string) {
  const dataDir = await anEmptyFolder(until)
  const cluster = await startCluster({ dataDir, log: () => {} })
  const environment = {
    ...NO_POSTING_LIMITS,
    DATABASE_URL: embeddedDatabaseUrl(dataDir),
    AUTH_SECRET,
    PUBLIC_URL: ORIGIN,
    EVENT_LOOP_DELAY_MS: '0',
    LOG_LEVEL: 'warn',
  }
  const servers: LaunchedServer[] = []
  const start = async (folder?: string) => {
    const server = await launchServer({ dataDir, environment, checkout: folder })
    servers.push(server)
    await server.ready
    return server
  }
  try {
    const restored = runScript('operations/cli/restore.ts', {
      dataDir,
      environment,
      checkout,
      args: [BACKUP],
    })
    expect(await restored.ended, restored.output()).toBe(0)
    const first = await start(checkout)
    const product = { stranger: () => newCaller(first.url) }
    const members: Person[] = []
    for (let member = 0; member < MEMBERS; member += 1) members.push(await newMemberOf(product))

    const load = startLoad(members, first.url)
    await pause(ALONE_MS)
    const second = await start()
    load.serve([first.url, second.url])
    await pause(TOGETHER_MS)
    // As a proxy takes a server out before it is stopped.
    load.serve([second.url])
    while (load.isUsing(first.url)) await pause(POLL_MS)
    first.signal('SIGTERM')
    expect(await first.ended).toBe(0)
    await pause(ALONE_MS)
    return await load.end(cluster.connection)
  } finally {
    for (const server of servers) {
      server.signal('SIGTERM')
      await server.ended
    }
    await cluster.stop()
  }
}

/** Members read and post at the servers in turn, until `end`, which compares the posts with the table. */
function startLoad(members: Person[], url: string) {
  let urls = [url]
  let isOver = false
  let calls = 0
  const acknowledged: string[] = []
  const faults: string[] = []
  const inUse: string[] = []
  const counted = async <T>(act: Promise<Reply<T>>) => {
    const reply = await act
    calls += 1
    if (reply.status >= 400) faults.push(`${reply.status} ${reply.text}`)
    return reply
  }
  const use = async ({ cookie }: Person) => {
    for (let round = 0; !isOver; round += 1) {
      const chosen = urls[round % urls.length] ?? url
      inUse.push(chosen)
      const person = Object.assign(newCaller(chosen), { cookie })
      await counted(person.call(readSession))
      await counted(person.call(searchDonors, { query: { bloodGroup: 'O+' } }))
      await counted(person.call(listActiveBloodRequests, { query: {} }))
      const posted = await counted(person.call(postBloodRequest, { body: aBloodRequest() }))
      if (posted.status === 201) acknowledged.push(posted.body.id)
      inUse.splice(inUse.indexOf(chosen), 1)
    }
  }
  const uses = Promise.all(members.map(use))
  // A failure is thrown by `end`.
  uses.catch(() => {})
  return {
    serve(others: string[]) {
      urls = others
    },
    isUsing: (one: string) => inUse.includes(one),
    async end(connection: pg.ClientConfig) {
      isOver = true
      await uses
      const client = new pg.Client(connection)
      await client.connect()
      const { rows } = await client.query<{ id: string }>(
        `select id from blood_requests where user_email like 'member%'`,
      )
      await client.end()
      const stored = new Set(rows.map(({ id }) => id))
      for (const id of acknowledged) if (!stored.has(id)) faults.push(`lost ${id}`)
      if (rows.length !== acknowledged.length)
        faults.push(`${rows.length} posts are stored, ${acknowledged.length} were acknowledged`)
      return { posts: acknowledged.length, calls, faults }
    },
  }
}
