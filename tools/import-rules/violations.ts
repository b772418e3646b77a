import { findCycles } from './cycles.ts'
import { importsBetween } from './file-imports.ts'
import { type FolderCycle, findFolderCycles } from './folder-cycles.ts'
import { layerViolations } from './layers.ts'
import { type Module, readModule, type SourceFile } from './module.ts'
import { nameViolations } from './names.ts'
import { specifierViolations } from './specifiers.ts'

/** All violations of the import rules (docs/architecture.md), one line each. */
export function findViolations(files: SourceFile[]): string[] {
  const modules = files.map(readModule)
  const imports = importsBetween(modules)
  return [
    ...modules.flatMap(syntaxViolations),
    ...modules.flatMap(specifierViolations),
    ...modules.flatMap(barrelViolations),
    ...layerViolations(imports),
    ...findCycles(imports).map(describeCycle),
    ...findFolderCycles(imports).map(describeFolderCycle),
    ...files.flatMap(({ path }) => nameViolations(path)),
  ]
}

const syntaxViolations = ({ path, isValid }: Module) => (isValid ? [] : [`${path} has a syntax error.`])

const barrelViolations = ({ path, reExports }: Module) =>
  reExports.map(
    specifier =>
      `${path} re-exports from ${specifier}. There are no barrels: import from that file directly.`,
  )

const describeCycle = (cycle: string[]) =>
  `${cycle.join(' → ')}. These files import each other in a cycle: move what they share to another file.`

const describeFolderCycle = ({ cycle, imports }: FolderCycle) =>
  `${cycle.join(' → ')}. These folders import each other in a cycle: decide which one is lower, and move what the others need there. The imports: ${imports.join(', ')}.`
