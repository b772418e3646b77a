import { cyclesOf } from './cycles.ts'
import type { Edge } from './edges.ts'
import { placeOf } from './places.ts'

/** Folders of one folder that import each other in a circle, with the imports that do it. */
export type FolderCircle = { circle: string[]; imports: string[] }

/**
 * Circles among the children of each folder. What tests import does not count: they use the whole product.
 */
export function folderCirclesOf(edges: Edge[]): FolderCircle[] {
  const steps = edges.filter(({ from, to }) => !isForTests(from) && !isForTests(to)).map(stepOf)
  const byParent = Map.groupBy(steps, ({ parent }) => parent)
  return [...byParent.values()].flatMap(siblings =>
    cyclesOf(distinct(siblings))
      // A circle of files is told as such.
      .filter(circle => circle.some(path => !path.includes('.')))
      .map(circle => ({ circle, imports: importsOf(circle, siblings) })),
  )
}

/** Each pair of children once, however many imports lead from one to the other. */
const distinct = (steps: Step[]) => [
  ...new Map(steps.map(step => [`${step.from} ${step.to}`, step])).values(),
]

type Step = Edge & { parent: string; import: string }

/** The two children of the innermost common folder that an import leads from and to. */
function stepOf({ from, to, specifier }: Edge): Step {
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

const importsOf = (circle: string[], steps: Step[]) =>
  circle
    .slice(1)
    .flatMap((to, index) =>
      steps.filter(step => step.from === circle[index] && step.to === to).map(step => step.import),
    )

function isForTests(path: string) {
  const { isTest, isTesting } = placeOf(path)
  return isTest || isTesting
}
