import type pg from 'pg'
import { type Address, createPool } from '../../platform/database/connection.ts'

/** A statement that PostgreSQL executed, with what its plan read. */
export type Explained = {
  text: string
  /** Rows read from tables and indexes, including those that were then discarded. */
  read: number
  /** Rows that it returned or changed. */
  returned: number
  /** Tables that were scanned sequentially. */
  scanned: string[]
  /** The scan and sort nodes of the plan. */
  accessPaths: string[]
}

/** A node of a plan as `EXPLAIN (ANALYZE, FORMAT JSON)` returns it. Counts are per loop. */
type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** PostgreSQL sends the plan of each statement as a notice, also of those within functions and triggers. */
const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_nested_statements': 'on',
  client_min_messages: 'log',
}

/**
 * Creates a pool that records the plan of every statement as it was executed, the generic plans of prepared ones too.
 * @param address of a superuser, who alone may load `auto_explain`
 * @param settings of PostgreSQL, for its connections alone
 */
export function createExplainedPool(address: Address, settings: Record<string, string> = {}) {
  const options = Object.entries({ ...SETTINGS, ...settings })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  // Statements that are explained take longer than the product waits for them on a busy machine.
  const pool = createPool({ ...address, options }, () => {}, { hasTimeouts: false })
  const explained: Explained[] = []
  pool.on('connect', (client: pg.PoolClient) =>
    client.on('notice', ({ message = '' }) => {
      const plan = /^duration: .* plan:\n(.*)$/s.exec(message)?.[1]
      if (plan !== undefined) explained.push(summarize(JSON.parse(plan)))
    }),
  )
  return {
    pool,
    /** The statements that `act` executes. Not for concurrent use. */
    async explain(act: () => Promise<unknown>): Promise<Explained[]> {
      explained.length = 0
      await act()
      return [...explained]
    },
  }
}

function summarize({ 'Query Text': text, Plan: root }: { 'Query Text': string; Plan: PlanNode }): Explained {
  const nodes = [...everyNode(root)]
  const scans = nodes.filter(node => node['Relation Name'] !== undefined && /Scan$/.test(node['Node Type']))
  // Without RETURNING the root of a change returns no rows, so those that it receives are counted.
  const returning = root['Node Type'] === 'ModifyTable' ? (root.Plans?.[0] ?? root) : root
  return {
    text,
    read: Math.round(scans.reduce((sum, scan) => sum + rowsRead(scan), 0)),
    returned: rowsOf(returning),
    scanned: scans.flatMap(scan => (scan['Node Type'] === 'Seq Scan' ? (scan['Relation Name'] ?? []) : [])),
    accessPaths: nodes.filter(node => /Scan|Sort/.test(node['Node Type'])).map(accessPathOf),
  }
}

function* everyNode(node: PlanNode): Generator<PlanNode> {
  yield node
  for (const part of node.Plans ?? []) yield* everyNode(part)
}

const rowsOf = (node: PlanNode) => node['Actual Rows'] * node['Actual Loops']

/** A bitmap index scan may gather far more entries than rows are fetched, and gathering counts as reading. */
function rowsRead(scan: PlanNode): number {
  const discarded = (scan['Rows Removed by Filter'] ?? 0) + (scan['Rows Removed by Index Recheck'] ?? 0)
  const gathered = [...everyNode(scan)].filter(node => node['Node Type'] === 'Bitmap Index Scan').map(rowsOf)
  return Math.max(
    rowsOf(scan) + discarded * scan['Actual Loops'],
    gathered.reduce((sum, rows) => sum + rows, 0),
  )
}

const accessPathOf = (node: PlanNode) =>
  [node['Node Type'], node['Index Name'] ?? node['Relation Name']].filter(Boolean).join(' ')
