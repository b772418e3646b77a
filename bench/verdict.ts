import type { Workload } from './workloads.ts'

/** Whether a ratio to the reference reaches the goal, the floor, or neither; `–` if the reference was not measured. */
export function verdictOf({ floor, goal }: Pick<Workload, 'floor' | 'goal'>, ratio: number): string {
  if (Number.isNaN(ratio)) return '–'
  if (ratio >= goal) return 'goal'
  return ratio >= floor ? 'floor' : '**neither**'
}
