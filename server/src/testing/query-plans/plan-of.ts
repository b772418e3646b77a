/** A node of a plan as `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)` tells it; counts are of one loop. */
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

/** What a statement did to give its rows. */
export type Reading = {
  /** Rows that were looked at in tables and indexes, also those that were then thrown away. */
  read: number
  /** Rows that it gave, or that it changed. */
  returned: number
  /** Blocks of 8 kB that were touched. */
  buffers: number
  /** Tables that were read from one end to the other. */
  scanned: string[]
  /** How the rows were reached, without what happened to them afterwards. */
  ways: string[]
}

export function readingOf(root: PlanNode): Reading {
  const nodes = [...everyNode(root)]
  const scans = nodes.filter(isScanOfTable)
  return {
    read: Math.round(scans.reduce((sum, scan) => sum + rowsRead(scan), 0)),
    returned: rowsReturned(root),
    buffers: (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0),
    scanned: scans.filter(scan => scan['Node Type'] === 'Seq Scan').map(tableOf),
    ways: nodes.filter(node => /Scan|Sort/.test(node['Node Type'])).map(wayOf),
  }
}

function* everyNode(node: PlanNode): Generator<PlanNode> {
  yield node
  for (const part of node.Plans ?? []) yield* everyNode(part)
}

const isScanOfTable = (node: PlanNode) =>
  node['Relation Name'] !== undefined && /Scan$/.test(node['Node Type'])

/** A bitmap may gather far more places than rows are fetched from in the end, and gathering them is reading, too. */
function rowsRead(scan: PlanNode): number {
  const thrownAway = (scan['Rows Removed by Filter'] ?? 0) + (scan['Rows Removed by Index Recheck'] ?? 0)
  const own = (scan['Actual Rows'] + thrownAway) * scan['Actual Loops']
  const gathered = [...everyNode(scan)]
    .filter(node => node['Node Type'] === 'Bitmap Index Scan')
    .reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
  return Math.max(own, gathered)
}

/** What changes rows gives none unless it is told to, so that those count which reach it. */
function rowsReturned(root: PlanNode): number {
  const giving = root['Node Type'] === 'ModifyTable' ? (root.Plans?.[0] ?? root) : root
  return giving['Actual Rows'] * giving['Actual Loops']
}

const tableOf = (node: PlanNode) => node['Relation Name'] ?? ''

const wayOf = (node: PlanNode) =>
  [node['Node Type'], node['Index Name'] ?? node['Relation Name']].filter(Boolean).join(' ')
