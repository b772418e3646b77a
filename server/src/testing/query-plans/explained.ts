import type pg from 'pg'
import { type PlanNode, type PlanSummary, summarizePlan } from './plan-of.ts'

/** One statement as the product sent it, with a summary of its plan. */
export type Explained = PlanSummary & { call: string; text: string }

const EXPLAIN = 'explain (analyze, buffers, timing off, format json) '
const INSERTS = /^\s*(insert|select (\* from )?start_session)\b/i
const READS_OR_WRITES = /^\s*(select|insert|update|delete|with|values)\b/i
/** Queries of the system catalog, which does not grow with the data. */
const OF_TABLES = /\bpg_catalog\b/
const BEGINS = /^(begin|start transaction)\b/i
const ENDS = /^(commit|rollback)\b(?! to)/i

type Query = (...args: unknown[]) => Promise<pg.QueryResult>

/**
 * Explains every statement of a pool right before it runs: on the same connection, so that it sees the rows of its own
 * transaction, and rolled back, so that the statement itself then has the same effect as without.
 * @param pool without open connections
 */
export function explainAll(pool: pg.Pool) {
  if (pool.totalCount > 0)
    throw new Error('The pool already has connections, whose statements could not be explained.')
  const explained: Explained[] = []
  const others = new Set<string>()
  const preparedBefore = new Set<string>()
  let call: string | null = null

  const watch = (client: pg.PoolClient) => {
    const query = client.query.bind(client) as Query
    let isWithin = false

    const explain = async (text: string, values: unknown[], isPrepared: boolean) => {
      await query(isWithin ? 'savepoint explaining' : 'begin')
      const record = (root: PlanNode) => explained.push({ ...summarizePlan(root), call: call ?? '', text })
      try {
        record(planIn(await query(EXPLAIN + text, values)))
        // A repeated insert may be refused, and an insert searches no rows.
        if (isPrepared && !preparedBefore.has(text) && !INSERTS.test(text)) {
          preparedBefore.add(text)
          await query(isWithin ? 'rollback to savepoint explaining' : 'rollback and chain')
          const plan = await genericPlan(query, text, values)
          if (plan) record(plan)
        }
      } catch (error) {
        throw new Error(`${call}: could not explain: ${text}`, { cause: error })
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
      // The same rule as in `platform/database/pool-client.ts`.
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
    /** Explains the statements that `act` sends and labels them with `name`. Not for concurrent use. */
    async withLabel<T>(name: string, act: () => Promise<T>): Promise<T> {
      call = name
      try {
        return await act()
      } finally {
        call = null
      }
    },
  }
}

const planIn = ({ rows }: pg.QueryResult): PlanNode => rows[0]['QUERY PLAN'][0].Plan

/** PostgreSQL plans a prepared statement for its values five times, then it may choose a generic plan. */
const CUSTOM_PLANS = 5

/**
 * The generic plan of a prepared statement; null if PostgreSQL does not choose it, but the plan for the values. Planning
 * counts as much as executing, and takes a fraction of the time.
 */
async function genericPlan(query: Query, text: string, values: unknown[]): Promise<PlanNode | null> {
  await query(`prepare explaining as ${text}`)
  try {
    const given = values.length > 0 ? `(${values.map(asLiteral).join(', ')})` : ''
    for (let time = 0; time <= CUSTOM_PLANS; time += 1) await query(`explain execute explaining ${given}`)
    const { rows } = await query(
      `select generic_plans > 0 as "isChosen" from pg_prepared_statements where name = 'explaining'`,
    )
    return rows[0].isChosen ? planIn(await query(`${EXPLAIN} execute explaining ${given}`)) : null
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

/** An untyped literal, so that it takes the type of the parameter. */
const asArray = (values: unknown[]) =>
  `{${values.map(value => (value === null ? 'null' : JSON.stringify(String(value)))).join()}}`
