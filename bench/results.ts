import type { PageScores } from './lighthouse/scores.ts'
import type { WorkloadId } from './workloads.ts'

/** Who answers: the product, the plain server, a server that sends the same bytes, the database on its own. */
export type Contender = 'ours' | 'plain' | 'bare' | 'sql'

/** What one contender did with one workload, a value for each round. Durations are in ms. */
export type Series = {
  workload: WorkloadId
  connections: number
  contender: Contender
  perSecond: number[]
  p50: number[]
  p99: number[]
}

/** All that a run has found, and what it ran on. */
export type Results = {
  takenAt: string
  scale: number
  rounds: number
  seconds: number
  versions: { node: string; postgresql: string }
  processors: number
  /** Whether the data folder is in memory, where nothing is durable and writing costs nothing. */
  isDataInMemory: boolean
  /** How long the product's answer is. */
  bytes: Partial<Record<WorkloadId, number>>
  series: Series[]
  pages: PageScores[]
}

export const seriesOf = (
  { series }: Pick<Results, 'series'>,
  workload: WorkloadId,
  connections: number,
  contender: Contender,
): Series | undefined =>
  series.find(
    one => one.workload === workload && one.connections === connections && one.contender === contender,
  )
