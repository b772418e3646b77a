/** A node of a plan as `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)` returns it. Counts are per loop. */
export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

/** A summary of how a statement was executed. */
export type PlanSummary = {
  /** Rows read from tables and indexes, including those that were then discarded. */
  read: number
  /** Rows that it returned or changed. */
  returned: number
  /** Blocks of 8 kB that were accessed. */
  buffers: number
  /** Tables that were scanned sequentially. */
  scanned: string[]
  /** The scan and sort nodes of the plan. */
  accessPaths: string[]
}

export function summarizePlan(root: PlanNode): PlanSummary {
  const nodes = [...everyNode(root)]
  const scans = nodes.filter(isScanOfTable)
  return {
    read: Math.round(scans.reduce((sum, scan) => sum + rowsRead(scan), 0)),
    returned: rowsReturned(root),
    buffers: (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0),
    scanned: scans.filter(scan => scan['Node Type'] === 'Seq Scan').map(tableOf),
    accessPaths: nodes.filter(node => /Scan|Sort/.test(node['Node Type'])).map(accessPathOf),
  }
}

function* everyNode(node: PlanNode): Generator<PlanNode> {
  yield node
  for (const part of node.Plans ?? []) yield* everyNode(part)
}

const isScanOfTable = (node: PlanNode) =>
  node['Relation Name'] !== undefined && /Scan$/.test(node['Node Type'])

/** A bitmap index scan may gather far more entries than rows are fetched, and gathering counts as reading. */
function rowsRead(scan: PlanNode): number {
  const discarded = (scan['Rows Removed by Filter'] ?? 0) + (scan['Rows Removed by Index Recheck'] ?? 0)
  const own = (scan['Actual Rows'] + discarded) * scan['Actual Loops']
  const gathered = [...everyNode(scan)]
    .filter(node => node['Node Type'] === 'Bitmap Index Scan')
    .reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
  return Math.max(own, gathered)
}

/** A ModifyTable node returns no rows without RETURNING, so the rows that it receives are counted. */
function rowsReturned(root: PlanNode): number {
  const giving = root['Node Type'] === 'ModifyTable' ? (root.Plans?.[0] ?? root) : root
  return giving['Actual Rows'] * giving['Actual Loops']
}

const tableOf = (node: PlanNode) => node['Relation Name'] ?? ''

const accessPathOf = (node: PlanNode) =>
  [node['Node Type'], node['Index Name'] ?? node['Relation Name']].filter(Boolean).join(' ')
