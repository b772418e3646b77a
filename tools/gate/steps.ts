import { type Counts, inWords, oneCheck, sum } from './counts.ts'

/** The counts of a step, and what is repeated below them, because it is far up in the output of a long run. */
type Result = Counts & { faults?: string[] }

/** One step of the gate. An error that it throws is one of its faults and counts as one failure. */
export type Step = { name: string; run: () => Promise<Result> }

/**
 * Runs all steps, also after a failed one, so that one run reports everything.
 * @param groups the steps of a group run at the same time, the groups one after the other
 * @param say prints a line
 */
export async function takeSteps(groups: Step[][], say: (line: string) => void): Promise<Counts> {
  const taken: { name: string; result: Result }[] = []
  for (const steps of groups) {
    say(`\n── ${steps.map(({ name }) => name).join(' · ')}`)
    const take = async ({ name, run }: Step) => ({
      name,
      result: await run().catch((error: unknown) => ({
        ...oneCheck(false),
        faults: [error instanceof Error ? error.message : String(error)],
      })),
    })
    taken.push(...(await Promise.all(steps.map(take))))
  }
  say('')
  for (const { name, result } of taken) {
    say(`${result.failed > 0 ? '✗' : '✓'} ${name}: ${inWords(result)}`)
    for (const fault of result.faults ?? []) say(`  ${fault}`)
  }
  const total = sum(taken.map(({ result }) => result))
  say(inWords(total))
  return total
}
