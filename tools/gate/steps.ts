import { type Counts, inWords, oneCheck, sum } from './counts.ts'

/** One step of the gate. Whatever it throws is told, and is one check that failed. */
export type Step = { name: string; run: () => Promise<Counts> }

/**
 * Takes every step, those after a failed one too, so that one run tells everything.
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
