import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Connection } from './data-folder.ts'
import { type Copy, startCopy } from './testing/copies.ts'
import { aFolder } from './testing/data-folders.ts'
import { query, storeAndReadBack } from './testing/queries.ts'

// The gate kills a few times; TRIALS=20 does it as often as it takes to trust it, and says how it went.
const TRIALS = Number(process.env.TRIALS ?? 3)
const timeout = 60_000 + TRIALS * 30_000
const CLIENTS = 8

test('a write that was acknowledged survives kill -9 of the program, with and without PostgreSQL', {
  timeout,
}, async () => {
  const dataDir = aFolder()
  const acknowledged: number[] = []
  let copy = startCopy(dataDir)
  let { connection } = await copy.ready
  await query(connection, 'create table blood_request (id int primary key)')
  await query(connection, 'create table audit (id int primary key)')

  for (let trial = 1; trial <= TRIALS; trial++) {
    const enough = acknowledged.length + 20 + Math.floor(Math.random() * 600)
    const writers = Array.from({ length: CLIENTS }, (_, client) =>
      writeUntilItBreaks(connection, { from: trial * 10_000_000 + client * 1_000_000, acknowledged }),
    )
    while (acknowledged.length < enough) await sleep(1)
    await copy.kill(trial % 2 ? 'all' : 'node')
    await Promise.all(writers)

    copy = startCopy(dataDir)
    connection = (await ready(copy)).connection
    const kept = await idsIn(connection, 'blood_request')
    expect(acknowledged.filter(id => !kept.has(id))).toEqual([])
    expect(await idsIn(connection, 'audit')).toEqual(kept)
  }
  report(`${acknowledged.length} writes were acknowledged, none lost`)
  expect(await copy.stop()).toBe(0)
})

test('the first start survives kill -9 at any point', { timeout }, async () => {
  for (let trial = 0; trial < TRIALS; trial++) {
    const dataDir = aFolder()
    const killed = startCopy(dataDir)
    await sleep((2_000 * (trial + 0.5)) / TRIALS)
    await killed.kill(trial % 2 ? 'all' : 'node')

    const copy = startCopy(dataDir)
    const { connection } = await ready(copy)
    expect(await storeAndReadBack(connection)).toEqual({ word: 'ø😀', encoding: 'UTF8' })
    expect(await copy.stop()).toBe(0)
  }
  report('none failed')
})

test('the first start survives kill -9 at each step of making the database', { timeout }, async () => {
  const steps: ((names: string[]) => boolean)[] = [
    names => names.includes('postgres.lock'),
    names => names.includes('run'),
    names => names.some(name => name.startsWith('postgres.new-')),
    names => names.includes('postgres'),
    names => names.includes('postgres.log'),
  ]
  const tryIt = async (isReached: (names: string[]) => boolean) => {
    const dataDir = aFolder()
    const killed = startCopy(dataDir)
    while (!isReached(readdirSync(dataDir))) await sleep(1)
    await killed.kill('all')

    const copy = startCopy(dataDir)
    const { connection } = await copy.ready
    expect((await storeAndReadBack(connection)).word).toBe('ø😀')
    expect(readdirSync(dataDir).filter(name => name.startsWith('postgres.new-'))).toEqual([])
    expect(await copy.stop()).toBe(0)
  }
  await Promise.all(steps.map(tryIt))
})

const startsAgainMs: number[] = []

async function ready(copy: Copy): ReturnType<() => Copy['ready']> {
  const begunAt = performance.now()
  const server = await copy.ready
  startsAgainMs.push(Math.round(performance.now() - begunAt))
  return server
}

function report(outcome: string): void {
  const took = startsAgainMs.splice(0).sort((a, b) => a - b)
  if (!process.env.TRIALS) return
  console.info(
    `${TRIALS} kills: ${outcome}; median ${took[took.length >> 1]} ms, longest ${took.at(-1)} ms to start again`,
  )
}

async function writeUntilItBreaks(
  connection: Connection,
  { from, acknowledged }: { from: number; acknowledged: number[] },
): Promise<void> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    for (let id = from; ; id++) {
      await client.query('begin')
      await client.query('insert into blood_request values ($1)', [id])
      await client.query('insert into audit values ($1)', [id])
      await client.query('commit')
      acknowledged.push(id)
    }
  } catch {
    // The server went away, as it was meant to.
  } finally {
    await client.end().catch(() => {})
  }
}

async function idsIn(connection: Connection, table: string): Promise<Set<number>> {
  return new Set((await query(connection, `select id from ${table} order by id`)).map(({ id }) => id))
}
