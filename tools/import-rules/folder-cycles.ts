import { findCycles } from './cycles.ts'
import type { FileImport } from './file-imports.ts'
import { locate } from './locations.ts'

/** Folders in the same folder that import each other in a cycle, with the imports that cause it. */
export type FolderCycle = { cycle: string[]; imports: string[] }

/**
 * Finds cycles among the children of each folder. Imports of tests do not count: they use the whole product.
 */
export function findFolderCycles(imports: FileImport[]): FolderCycle[] {
  const steps = imports.filter(({ from, to }) => !isTestCode(from) && !isTestCode(to)).map(stepOf)
  const byParent = Map.groupBy(steps, ({ parent }) => parent)
  return [...byParent.values()].flatMap(siblings =>
    findCycles(distinct(siblings))
      // Cycles of files alone are reported separately.
      .filter(cycle => cycle.some(path => !path.includes('.')))
      .map(cycle => ({ cycle, imports: importsAlong(cycle, siblings) })),
  )
}

/** Each pair of children once, however many imports there are between them. */
const distinct = (steps: Step[]) => [
  ...new Map(steps.map(step => [`${step.from} ${step.to}`, step])).values(),
]

type Step = FileImport & { parent: string; import: string }

/** The children of the innermost common folder that an import connects. */
function stepOf({ from, to, specifier }: FileImport): Step {
  const [fromParts, toParts] = [from.split('/'), to.split('/')]
  const depth = fromParts.findIndex((part, index) => part !== toParts[index])
  const child = (parts: string[]) => parts.slice(0, depth + 1).join('/')
  return {
    parent: fromParts.slice(0, depth).join('/'),
    from: child(fromParts),
    to: child(toParts),
    specifier,
    import: `${from} imports ${specifier}`,
  }
}

const importsAlong = (cycle: string[], steps: Step[]) =>
  cycle
    .slice(1)
    .flatMap((to, index) =>
      steps.filter(step => step.from === cycle[index] && step.to === to).map(step => step.import),
    )

function isTestCode(path: string) {
  const { isTest, isTesting } = locate(path)
  return isTest || isTesting
}
