import { resolve } from 'node:path'
import { type Command, parseArguments, UsageError } from '@blood-bank/server/operations/process/arguments'
import { WORKLOADS, type Workload, workloadOf } from './workloads.ts'

export type Options = {
  scale: number
  workloads: Workload[]
  connections: number
  rounds: number
  seconds: number
  /** Whether W8 and W11 are measured. */
  hasAlerts: boolean
  /** Whether it is measured what people wait for on a slow phone, and nothing else. */
  hasArrival: boolean
  /** The folder of another checkout whose pages are measured in turn with these. */
  before: string | null
  /** The file for the report; null if it is only printed. */
  out: string | null
}

const text = { type: 'string' } as const
const no = { type: 'boolean', default: false } as const

export const BENCH = {
  usage:
    'npm run bench -- [--scale 10] [--only W1,W3] [--connections 16] [--rounds 5] [--seconds 1] [--quick] [--alerts] ' +
    '[--out FILE.md] | --arrival [--before FOLDER] [--rounds 9] [--out FILE.md]',
  options: {
    ...{ scale: text, connections: text, rounds: text, seconds: text },
    ...{ only: text, alerts: no, arrival: no, quick: no, before: text, out: text },
  },
} as const satisfies Command

/** Reads the arguments of `npm run bench --`. @throws UsageError if they are not valid */
export function readOptions(args: string[]): Options {
  const { scale, connections, rounds, seconds, out, quick, before, ...parts } = parseArguments(
    args,
    BENCH,
  ).values
  const { only, alerts, arrival } = parts
  const isPart = alerts || arrival
  if (arrival && (only || alerts)) throw new UsageError('--arrival measures nothing else')
  if (before && !arrival) throw new UsageError('--before is for --arrival')
  const isComplete = !(only || connections || quick || isPart)
  const isUsual = scale === undefined || Number(scale) === 1
  return {
    scale: numberOf('scale', scale ?? '1'),
    workloads: only ? only.split(',').map(workloadOf) : isPart ? [] : WORKLOADS,
    connections: numberOf('connections', connections ?? '16', 1),
    rounds: numberOf('rounds', rounds ?? (quick ? '1' : arrival ? '9' : '5'), 1),
    seconds: numberOf('seconds', seconds ?? (quick ? '0.5' : '1')),
    hasAlerts: alerts || (isComplete && isUsual),
    hasArrival: arrival,
    before: before ? resolve(process.env.INIT_CWD ?? '', before) : null,
    // Only a whole run with default settings is saved without being asked for.
    out: out
      ? resolve(process.env.INIT_CWD ?? '', out)
      : isComplete
        ? `bench/results${isUsual ? '' : `-scale-${scale}`}.md`
        : null,
  }
}

/** A positive number. @param step 1 if it must be whole */
function numberOf(option: string, typed: string, step = 0): number {
  const number = Number(typed)
  if (!(number > 0 && Number.isFinite(number) && (step === 0 || number % step === 0)))
    throw new UsageError(`--${option} is not a ${step === 0 ? 'number' : 'whole number'} above 0`)
  return number
}
