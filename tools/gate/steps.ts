import { type Counts, inWords, oneCheck, sum } from './counts.ts'

/** One step of the gate. An error that it throws is printed and counts as one failure. */
export type Step = { name: string; run: () => Promise<Counts> }

/**
 * Runs all steps, also after a failed one, so that one run reports everything.
 * @param say prints a line
 */
export async function takeSteps(steps: Step[], say: (line: string) => void): Promise<Counts> {
  const taken: { name: string; counts: Counts }[] = []
  for (const { name, run } of steps) {
    say(`\n── ${name}`)
    const counts = await run().catch((error: unknown) => {
      say(error instanceof Error ? error.message : String(error))
      return oneCheck(false)
    })
    taken.push({ name, counts })
  }
  say('')
  for (const { name, counts } of taken) say(`${counts.failed > 0 ? '✗' : '✓'} ${name}: ${inWords(counts)}`)
  const total = sum(taken.map(({ counts }) => counts))
  say(inWords(total))
  return total
}
