import { type Counts, inWords, oneCheck, sum } from './counts.ts'

/** One step of the gate. An error that it throws is printed and counts as one failure. */
export type Step = { name: string; run: () => Promise<Counts> }

/**
 * Runs all steps, also after a failed one, so that one run reports everything.
 * @param groups the steps of a group run at the same time, the groups one after the other
 * @param say prints a line
 */
export async function takeSteps(groups: Step[][], say: (line: string) => void): Promise<Counts> {
  const taken: { name: string; counts: Counts }[] = []
  for (const steps of groups) {
    say(`\n── ${steps.map(({ name }) => name).join(' · ')}`)
    const take = async ({ name, run }: Step) => ({
      name,
      counts: await run().catch((error: unknown) => {
        say(error instanceof Error ? error.message : String(error))
        return oneCheck(false)
      }),
    })
    taken.push(...(await Promise.all(steps.map(take))))
  }
  say('')
  for (const { name, counts } of taken) say(`${counts.failed > 0 ? '✗' : '✓'} ${name}: ${inWords(counts)}`)
  const total = sum(taken.map(({ counts }) => counts))
  say(inWords(total))
  return total
}
