import type pg from 'pg'
import { type PlanNode, type Reading, readingOf } from './plan-of.ts'

/** One statement as the product sent it, with what PostgreSQL did for it. */
export type Explained = Reading & { call: string; text: string; isPrepared: boolean }

const EXPLAIN = 'explain (analyze, buffers, timing off, format json) '
const INSERTS = /^\s*(insert|select (\* from )?start_session)\b/i
const READS_OR_WRITES = /^\s*(select|insert|update|delete|with|values)\b/i
/** What PostgreSQL knows of the tables themselves: they do not grow. */
const OF_TABLES = /\bpg_catalog\b/
const BEGINS = /^(begin|start transaction)\b/i
const ENDS = /^(commit|rollback)\b(?! to)/i

type Query = (...args: unknown[]) => Promise<pg.QueryResult>

/**
 * Explains every statement that goes through a pool, each right before it is run: on the same connection, so that it
 * meets the rows of its own transaction, and undone, so that it then does what it would have done.
 * @param pool of which no connection is open yet
 */
export function explainAll(pool: pg.Pool) {
  if (pool.totalCount > 0) throw new Error('What goes through connections that are open already is not seen.')
  const explained: Explained[] = []
  const others = new Set<string>()
  const settled = new Set<string>()
  let call: string | null = null

  const watch = (client: pg.PoolClient) => {
    const query = client.query.bind(client) as Query
    let isWithin = false

    const explain = async (text: string, values: unknown[], isPrepared: boolean) => {
      await query(isWithin ? 'savepoint explaining' : 'begin')
      const plan = (text: string, values: unknown[]) =>
        query(EXPLAIN + text, values).then(({ rows }) => rows[0]['QUERY PLAN'][0].Plan as PlanNode)
      const note = (root: PlanNode, isPrepared: boolean) =>
        explained.push({ ...readingOf(root), call: call ?? '', text, isPrepared })
      try {
        note(await plan(text, values), false)
        // What is inserted several times may be refused, and has no rows to look for.
        if (isPrepared && !settled.has(text) && !INSERTS.test(text)) {
          settled.add(text)
          await query(isWithin ? 'rollback to savepoint explaining' : 'rollback and chain')
          note(await settledPlan(query, text, values), true)
        }
      } catch (error) {
        throw new Error(`${call}: this could not be explained: ${text}`, { cause: error })
      } finally {
        await query(isWithin ? 'rollback to savepoint explaining' : 'rollback')
      }
    }

    const watched = async (text: string, values: unknown[], isPrepared: boolean) => {
      if (call === null || OF_TABLES.test(text)) return
      if (BEGINS.test(text)) isWithin = true
      else if (ENDS.test(text)) isWithin = false
      else if (READS_OR_WRITES.test(text)) await explain(text, values, isPrepared)
      else others.add(text)
    }

    client.query = ((first: unknown, ...rest: unknown[]) => {
      const config = typeof first === 'string' ? { text: first, values: rest[0] } : (first as pg.QueryConfig)
      const done = rest.find(part => typeof part === 'function')
      const values = Array.isArray(config.values) ? config.values : []
      // As `platform/database/preparing-client.ts` has it.
      const isPrepared = 'name' in config || values.length > 0
      const answer = watched(config.text, values, isPrepared).then(() => query({ ...config, values }))
      if (typeof done !== 'function') return answer
      answer.then(
        result => done(null, result),
        error => done(error),
      )
      return undefined
    }) as typeof client.query
  }
  pool.on('connect', watch)

  return {
    explained,
    /** Statements that are neither explained nor the beginning or end of a transaction. */
    others,
    /** Explains what is sent meanwhile, under a name; for one act at a time. */
    async during<T>(name: string, act: () => Promise<T>): Promise<T> {
      call = name
      try {
        return await act()
      } finally {
        call = null
      }
    },
  }
}

/** A prepared statement is planned for its values five times; then PostgreSQL may keep a plan that is for any. */
const PLANNED_FOR_VALUES = 5

/** The plan that a statement has after it was prepared and used for a while. */
async function settledPlan(query: Query, text: string, values: unknown[]): Promise<PlanNode> {
  await query(`prepare explaining as ${text}`)
  try {
    const given = values.length > 0 ? `(${values.map(asLiteral).join(', ')})` : ''
    for (let time = 0; time < PLANNED_FOR_VALUES; time += 1) await query(`execute explaining ${given}`)
    const { rows } = await query(`${EXPLAIN} execute explaining ${given}`)
    return rows[0]['QUERY PLAN'][0].Plan
  } finally {
    await query('deallocate explaining')
  }
}

function asLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  const text = Array.isArray(value)
    ? asArray(value)
    : value instanceof Date
      ? value.toISOString()
      : String(value)
  return `'${text.replaceAll("'", "''")}'`
}

/** Without a type, so that it gets that of the parameter. */
const asArray = (values: unknown[]) => `{${values.map(value => JSON.stringify(String(value))).join()}}`
