import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { aBloodRequest, type Reply } from '@blood-bank/server/testing/person'
import type pg from 'pg'
import type { Call } from './calls.ts'
import type { Member } from './people.ts'
import type { Server } from './servers.ts'
import { type Site, UNASKED_GROUP } from './site.ts'

const READERS = 4
/** A reader finds the newest request of a writer on the first page, also when others were stored meanwhile. */
const PAGE_SIZE = 100
/** Between two calls of one person; short, so that the end of an outage is noticed at once. */
const WRITE_GAP_MS = 100
const GAP_MS = 50

export type Load = ReturnType<typeof startLoad>

/** The writers write; some also read what they wrote, at the other server. */
export function startLoad(label: string, { servers, writers }: Site) {
  const calls: Call[] = []
  const acknowledged = new Map<string, string>()
  const attempted = new Set<string>()
  const newestOf = new Map<Member, string>()
  let isOver = false

  const timed = async <T>(
    kind: Call['kind'],
    { name }: Server,
    send: () => Promise<Reply<T>>,
    isStale: (body: T) => boolean = () => false,
  ): Promise<Reply<T> | null> => {
    const startedAt = performance.now()
    const reply = await send().catch(() => null)
    calls.push({
      kind,
      server: name,
      startedAt,
      endedAt: performance.now(),
      status: reply?.status ?? null,
      hasRetryAfter: reply?.headers['retry-after'] !== undefined,
      isStale: reply?.status === 200 && isStale(reply.body),
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
      const post = () => member.at(server).send('POST', postBloodRequest.path, { body, headers })
      const reply = await timed('write', server, post)
      if (reply?.status === 201) {
        const { id } = reply.body as { id: string }
        acknowledged.set(patientName, id)
        newestOf.set(member, id)
        return
      }
      // Shorter than `Retry-After` says, to notice the end of an outage.
      await pause(GAP_MS)
    }
  }
  const writeOn = async (member: Member, at: number) => {
    for (let nth = 0; !isOver; nth += 1) {
      await write(member, at, `${label}, writer ${at}, ${nth}`)
      await pause(WRITE_GAP_MS)
    }
  }
  const readOn = async (member: Member, at: number) => {
    for (; !isOver; await pause(GAP_MS)) {
      const newest = newestOf.get(member)
      const server = reachable(at + 1)
      await timed(
        'list',
        server,
        () => member.at(server).call(listOwnBloodRequests, { query: { limit: PAGE_SIZE } }),
        ({ records }) => newest !== undefined && !records.some(({ id }) => id === newest),
      )
    }
  }
  const people = [...writers.map(writeOn), ...writers.slice(0, READERS).map(readOn)]
  return {
    calls,
    /** The id of each acknowledged request, by the name of its patient, which is different for each. */
    acknowledged,
    attempted,
    async stop() {
      isOver = true
      await Promise.all(people)
    },
  }
}

/** Compares what was acknowledged with what the primary has. Every write is there exactly once. */
export async function compareWithStored(db: pg.Client, { acknowledged, attempted }: Load) {
  const { rows } = await db.query<{ id: string; name: string }>(
    'select id, patient_name as name from blood_requests where patient_name = any ($1)',
    [[...attempted]],
  )
  const ids = new Set(rows.map(({ id }) => id))
  return {
    acknowledged: acknowledged.size,
    lost: [...acknowledged.values()].filter(id => !ids.has(id)).length,
    doubled: rows.length - new Set(rows.map(({ name }) => name)).size,
    unfinished: attempted.size - acknowledged.size,
  }
}
