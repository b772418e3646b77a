import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { readOverview } from '@blood-bank/contract/campus/overview'
import { aBloodRequest } from '@blood-bank/server/testing/builders'
import { newCaller, type Reply } from '@blood-bank/server/testing/person'
import type { Call } from './calls.ts'
import { type Member, UNASKED_GROUP } from './people.ts'
import type { Server } from './servers.ts'

const READERS = 4
/** A reader finds the newest request of a writer on the first page, also when others were stored meanwhile. */
const PAGE_SIZE = 100
/** Between two calls of one person; short, so that the end of an outage is noticed at once. */
const WRITE_GAP_MS = 100
const READ_GAP_MS = 50
const READY_GAP_MS = 50
/** Shorter than `Retry-After` says, to notice the end of an outage. */
const RETRY_GAP_MS = 50

/** What was written under load. */
export type Written = {
  /** The id of each acknowledged request, by the name of its patient, which is different for each. */
  acknowledged: Map<string, string>
  attempted: Set<string>
}

export type Load = Written & { calls: Call[]; stop: () => Promise<void> }

/** How old the counts of the overview may be. */
const COUNTS_AGE_MS = 1_000

type Start = {
  label: string
  servers: [Server, Server]
  writers: Member[]
  admin: Member
  /** How many requests are active at the start. None is closed. */
  active: number
}

/**
 * The writers write; some also read what they wrote, at the other server. An admin reads the overview. Each
 * server is asked whether it is ready.
 */
export function startLoad({ label, servers, writers, admin, active }: Start): Load {
  const calls: Call[] = []
  const acknowledged = new Map<string, string>()
  const attempted = new Set<string>()
  const newestOf = new Map<Member, string>()
  const acknowledgedAt: number[] = []
  let isOver = false

  const timed = async <T>(
    kind: Call['kind'],
    server: Server,
    send: () => Promise<Reply<T>>,
    missingIn: (reply: Reply<T>) => number = () => 0,
  ): Promise<Reply<T> | null> => {
    const startedAt = performance.now()
    const reply = await send().catch(() => null)
    const endedAt = performance.now()
    calls.push({
      ...{ kind, server: server.name, startedAt, endedAt },
      status: reply?.status ?? null,
      hasRetryAfter: reply?.headers['retry-after'] !== undefined,
      missing: reply?.status === 200 ? missingIn(reply) : 0,
    })
    return reply
  }

  /** The server that a person uses, or the other one while it is down. */
  const reachable = (at: number): Server => {
    const [own, other] = at % 2 === 0 ? servers : [servers[1], servers[0]]
    return own.isRunning() ? own : other
  }

  /** Posts until it is acknowledged, as the page does: each time with the same key. */
  const write = async (member: Member, at: number, patientName: string) => {
    attempted.add(patientName)
    const headers = { 'idempotency-key': randomUUID() }
    const body = aBloodRequest({ patientName, requiredBloodGroup: UNASKED_GROUP })
    for (;;) {
      const server = reachable(at)
      const reply = await timed('write', server, () =>
        member.at(server).send('POST', postBloodRequest.path, { body, headers }),
      )
      if (reply?.status === 201) {
        const { id } = reply.body as { id: string }
        acknowledged.set(patientName, id)
        acknowledgedAt.push(performance.now())
        newestOf.set(member, id)
        return
      }
      await pause(RETRY_GAP_MS)
    }
  }
  const writeOn = async (member: Member, at: number) => {
    for (let nth = 0; !isOver; nth += 1) {
      await write(member, at, `${label}, writer ${at}, ${nth}`)
      await pause(WRITE_GAP_MS)
    }
  }
  const readOn = async (member: Member, at: number) => {
    while (!isOver) {
      const newest = newestOf.get(member)
      const server = reachable(at + 1)
      await timed(
        'list',
        server,
        () => member.at(server).call(listOwnBloodRequests, { query: { limit: PAGE_SIZE } }),
        ({ body }) => Number(newest !== undefined && !body.records.some(({ id }) => id === newest)),
      )
      await pause(READ_GAP_MS)
    }
  }
  const readCounts = async () => {
    // Counts from before the load lack what was posted in the last second before `active` was counted.
    await pause(COUNTS_AGE_MS)
    for (let at = 0; !isOver; at += 1) {
      const until = performance.now() - COUNTS_AGE_MS
      const expected = active + acknowledgedAt.filter(time => time < until).length
      const server = reachable(at)
      await timed(
        'counts',
        server,
        () => admin.at(server).call(readOverview),
        ({ body }) => Math.max(0, expected - body.bloodRequests.active),
      )
      await pause(READ_GAP_MS)
    }
  }
  const askWhetherReady = async (server: Server) => {
    while (!isOver) {
      if (server.isRunning())
        await timed('ready', server, () => newCaller(server.url()).send('GET', '/readyz'))
      await pause(READY_GAP_MS)
    }
  }

  const people = [
    ...writers.map(writeOn),
    ...writers.slice(0, READERS).map(readOn),
    readCounts(),
    ...servers.map(askWhetherReady),
  ]
  return {
    ...{ calls, acknowledged, attempted },
    async stop() {
      isOver = true
      await Promise.all(people)
    },
  }
}
