import { cyclesOf } from './cycles.ts'
import { edgesOf } from './edges.ts'
import { floorFaults } from './floors.ts'
import { type FolderCircle, folderCirclesOf } from './folder-circles.ts'
import { memberFaults } from './members.ts'
import { type Module, readModule, type SourceFile } from './module.ts'
import { nameFaults } from './names.ts'

/** Everything in which files stray from the arrow (docs/architecture.md), in one line each. */
export function faultsOf(files: SourceFile[]): string[] {
  const modules = files.map(readModule)
  const edges = edgesOf(modules)
  return [
    ...modules.flatMap(readingFaults),
    ...modules.flatMap(memberFaults),
    ...modules.flatMap(barrelFaults),
    ...floorFaults(edges),
    ...cyclesOf(edges).map(cycleFault),
    ...folderCirclesOf(edges).map(folderCircleFault),
    ...files.flatMap(({ path }) => nameFaults(path)),
  ]
}

const readingFaults = ({ path, isReadable }: Module) =>
  isReadable ? [] : [`${path} cannot be read. Put its syntax right.`]

const barrelFaults = ({ path, reExports }: Module) =>
  reExports.map(
    specifier =>
      `${path} exports what is ${specifier}'s. There are no barrels: let others import it from there.`,
  )

const cycleFault = (cycle: string[]) =>
  `${cycle.join(' → ')}. Imports run in a circle: move what they share to a file of its own.`

const folderCircleFault = ({ circle, imports }: FolderCircle) =>
  `${circle.join(' → ')}. Folders import each other in a circle: decide which of them is below, and move what the others need down there. The imports: ${imports.join(', ')}.`
