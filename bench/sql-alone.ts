import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from '@blood-bank/postgres-local/data-folder'
import pg from 'pg'
import { inTurn } from './in-turn.ts'
import { type Measure, measureOf } from './load/measure.ts'
import type { Members } from './members.ts'
import * as statements from './plain-server/statements.ts'
import type { Workload, WorkloadId } from './workloads.ts'

/** As many as each server has: more clients would wait, as they do there. */
const MAX_CONNECTIONS = 16

type Query = { name: string; text: string; values: unknown[] }

/** The query of a workload, as the plain server sends it; null if the query is not what takes the time. */
export function queryOf(
  { id, body }: Workload,
  { member, poster, nextToken }: Members,
): (() => Query) | null {
  const nextGroup = inTurn(['O+', 'O-'])
  const queries: Record<WorkloadId, (() => Query) | null> = {
    W1: () => ({ ...statements.SEARCH_DONORS, values: statements.searchOf('AB-', 300) }),
    W2: () => ({ ...statements.SEARCH_DONORS, values: statements.searchOf('O+', 50) }),
    W3: () => ({ ...statements.ACTIVE_BLOOD_REQUESTS, values: [50] }),
    W4: () => ({ ...statements.BLOOD_REQUESTS_OF_USER, values: [member.id, 50] }),
    W5: () => ({
      ...statements.POST_BLOOD_REQUEST,
      values: [poster.id, poster.email, randomUUID(), ...statements.valuesOf({ ...body })],
    }),
    W6: () => ({ ...statements.OVERVIEW, values: [] }),
    W7: null,
    W10: () => ({ ...statements.DECLINE_ALERT, values: [nextToken()] }),
    W12: () => ({ ...statements.SEARCH_DONORS, values: statements.searchOf(nextGroup(), 50) }),
  }
  return queries[id]
}

type Load = { connection: Connection; query: () => Query; connections: number; calls: number }

/** Sends a query repeatedly with the driver alone. */
export async function queryAlone({ connection, query, connections, calls }: Load): Promise<Measure> {
  const clients = await Promise.all(
    Array.from({ length: Math.min(connections, MAX_CONNECTIONS) }, () => connect(connection)),
  )
  const durations: number[] = []
  let left = calls
  const sendQueries = async (client: pg.Client) => {
    while (left-- > 0) {
      const sentAt = performance.now()
      await client.query(query())
      durations.push(performance.now() - sentAt)
    }
  }
  try {
    const startedAt = performance.now()
    await Promise.all(clients.map(sendQueries))
    return measureOf(durations, performance.now() - startedAt)
  } finally {
    await Promise.all(clients.map(client => client.end()))
  }
}

const TOO_MANY_CONNECTIONS = '53300'
const CONNECT_TIMEOUT_MS = 5_000

/** The servers close idle connections only after a moment. */
async function connect(connection: Connection): Promise<pg.Client> {
  const deadline = performance.now() + CONNECT_TIMEOUT_MS
  for (;;) {
    const client = new pg.Client({ ...connection, options: statements.PLANNED_ONCE })
    try {
      await client.connect()
      return client
    } catch (error) {
      const isFull = (error as { code?: string }).code === TOO_MANY_CONNECTIONS
      if (!isFull || performance.now() > deadline) throw error
      await pause(100)
    }
  }
}
