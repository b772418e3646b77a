import type { FileImport } from './imports.ts'
import { isTest, isTesting } from './order.ts'

type Step = { from: string; to: string }

/** Finds cycles of steps. Each starts and ends with the same file or folder. */
function findCycles(steps: Step[]): string[][] {
  const stepsOf = Map.groupBy(steps, ({ from }) => from)
  const cycles: string[][] = []
  const done = new Set<string>()
  const walk = (path: string, trail: string[]) => {
    if (trail.includes(path)) {
      cycles.push([...trail.slice(trail.indexOf(path)), path])
      return
    }
    if (done.has(path)) return
    for (const to of new Set(stepsOf.get(path)?.map(({ to }) => to))) walk(to, [...trail, path])
    done.add(path)
  }
  for (const path of [...stepsOf.keys()].sort()) walk(path, [])
  return cycles
}

/** Files and folders in the same folder that import each other in a cycle. Of tests only files: they use the whole product. */
export function cycleViolations(imports: FileImport[]): string[] {
  const byParent = Map.groupBy(imports.map(stepOf), ({ parent }) => parent)
  return [...byParent.values()].flatMap(steps =>
    findCycles(steps).map(cycle => {
      const causes = cycle.flatMap((child, index) =>
        steps.filter(({ from, to }) => from === child && to === cycle[index + 1]),
      )
      return `${cycle.join(' → ')}. These import each other in a cycle: decide which one is lower, and move what the others need there. The imports: ${causes.map(({ text }) => text).join(', ')}.`
    }),
  )
}

/** The children of the innermost common folder that an import connects; of tests the files. */
function stepOf({ from, to, specifier }: FileImport) {
  const text = `${from} imports ${specifier}`
  if ([from, to].some(path => isTest(path) || isTesting(path))) return { parent: 'tests', from, to, text }
  const [fromParts, toParts] = [from.split('/'), to.split('/')]
  const depth = fromParts.findIndex((part, index) => part !== toParts[index])
  const child = (parts: string[]) => parts.slice(0, depth + 1).join('/')
  return {
    parent: fromParts.slice(0, depth).join('/'),
    from: child(fromParts),
    to: child(toParts),
    text,
  }
}
