import type { AlertFigures } from './alerts/figures.ts'
import type { PageScores } from './lighthouse/scores.ts'
import type { WorkloadId } from './workloads.ts'

/** What is compared: the product, the plain server, a server that sends the same bytes, the database alone. */
export type Contender = 'ours' | 'plain' | 'bare' | 'sql'

/** The results of one contender with one workload, one value per round. Durations are in ms. */
export type Series = {
  workload: WorkloadId
  connections: number
  contender: Contender
  perSecond: number[]
  p50: number[]
  p99: number[]
}

/** The results of a run and its environment. */
export type Results = {
  takenAt: string
  scale: number
  rounds: number
  seconds: number
  versions: { node: string; postgresql: string }
  processors: number
  /** Whether the data folder is in memory, where writes are not durable and cost nothing. */
  isDataInMemory: boolean
  /** The length of the product's reply. */
  bytes: Partial<Record<WorkloadId, number>>
  series: Series[]
  alerts: AlertFigures | null
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
