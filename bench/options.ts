import { parseArgs } from 'node:util'
import { WORKLOADS, type Workload, workloadOf } from './workloads.ts'

export type Options = {
  scale: number
  workloads: Workload[]
  connections: number[]
  rounds: number
  seconds: number
  hasLighthouse: boolean
  /** Whether W8 and W11 are measured. */
  hasAlerts: boolean
  /** Whether everything is measured with default settings; only such results are saved. */
  isComplete: boolean
  /** The file for the report; null if it is only printed. */
  out: string | null
}

const USAGE =
  'Usage: npm run bench -- [--scale 10] [--only W1,W3] [--connections 1,16] [--rounds 5] [--seconds 1] ' +
  '[--quick] [--alerts] [--lighthouse] [--out FILE.md]'

/** Reads the arguments of `npm run bench --`. @throws the usage if they are not valid */
export function readOptions(args: string[]): Options {
  const { values } = parse(args)
  const isQuick = values.quick === true
  const scale = numberOf(values.scale ?? '1')
  const isPart = values.lighthouse || values.alerts
  const isComplete = !values.only && !values.connections && !isQuick && !isPart
  return {
    scale,
    workloads: values.only ? values.only.split(',').map(workloadOf) : isPart ? [] : WORKLOADS,
    connections: (values.connections ?? (isQuick ? '16' : '16,1,64')).split(',').map(wholeNumberOf),
    rounds: wholeNumberOf(values.rounds ?? (isQuick ? '1' : '5')),
    seconds: numberOf(values.seconds ?? (isQuick ? '0.5' : '1')),
    hasAlerts: values.alerts === true || (isComplete && scale === 1),
    hasLighthouse: values.lighthouse === true || (isComplete && scale === 1),
    isComplete,
    out: values.out ?? (isComplete ? `bench/results${scale === 1 ? '' : `-scale-${scale}`}.md` : null),
  }
}

function parse(args: string[]) {
  const text = { type: 'string' } as const
  const yes = { type: 'boolean' } as const
  const counts = { scale: text, connections: text, rounds: text, seconds: text }
  try {
    return parseArgs({
      args,
      options: {
        ...{ ...counts, only: text, out: text },
        ...{ quick: yes, alerts: yes, lighthouse: yes },
      },
    })
  } catch {
    throw new Error(USAGE)
  }
}

function numberOf(text: string): number {
  const number = Number(text)
  if (!(number > 0 && Number.isFinite(number))) throw new Error(USAGE)
  return number
}

function wholeNumberOf(text: string): number {
  const number = numberOf(text)
  if (!Number.isInteger(number)) throw new Error(USAGE)
  return number
}
