/** What a step tried. Each fault counts as one failure; it is repeated at the end, because it is far up in a long output. */
export type Result = { passed: number; skipped: number; faults: string[] }

/** One step of the gate. An error that it throws is its only fault. */
export type Step = { name: string; run: () => Promise<Result> }

/**
 * Runs all steps, also after a failed one, so that one run reports everything.
 * @param groups the steps of a group run at the same time, the groups one after the other
 * @returns whether nothing failed
 */
export async function takeSteps(groups: Step[][], print: (line: string) => void = console.log) {
  const taken: { name: string; result: Result }[] = []
  for (const steps of groups) {
    print(`\n── ${steps.map(({ name }) => name).join(' · ')}`)
    const take = async ({ name, run }: Step) => ({ name, result: await run().catch(brokenOff) })
    taken.push(...(await Promise.all(steps.map(take))))
  }
  print('')
  const total: Result = { passed: 0, skipped: 0, faults: [] }
  for (const { name, result } of taken) {
    print(`${result.faults.length > 0 ? '✗' : '✓'} ${name}: ${inWords(result)}`)
    for (const fault of result.faults) print(`  ${fault}`)
    total.passed += result.passed
    total.skipped += result.skipped
    total.faults.push(...result.faults)
  }
  print(inWords(total))
  return total.faults.length === 0
}

const brokenOff = (error: unknown): Result => ({
  passed: 0,
  skipped: 0,
  faults: [error instanceof Error ? error.message : String(error)],
})

const inWords = ({ passed, skipped, faults }: Result) =>
  `${passed} passed, ${faults.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
