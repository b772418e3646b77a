import { cycleViolations } from './cycles.ts'
import { importsBetween, importViolations } from './imports.ts'
import { type Module, readModule, type SourceFile } from './module.ts'
import { lacksPlace } from './order.ts'
import { renderedStateViolations } from './rendered-state.ts'
import { tableViolations } from './tables.ts'

/** All violations of the rules in README.md, one line each. */
export function findViolations(files: SourceFile[]): string[] {
  const modules = files.map(readModule)
  return [
    ...modules.flatMap(moduleViolations),
    ...importViolations(modules),
    ...cycleViolations(importsBetween(modules)),
    ...tableViolations(modules),
    ...renderedStateViolations(modules),
  ]
}

const EMPTY_NAME = /(?:^|[/-])(utils?|helpers?|misc|common|lib)(?=[./]|$)/

function moduleViolations({ path, reExports }: Module): string[] {
  const [, emptyName] = EMPTY_NAME.exec(path) ?? []
  return [
    ...(lacksPlace(path)
      ? [`${path} has no place in the order of tools/import-rules/order.ts: add its folder there.`]
      : []),
    ...(emptyName === undefined
      ? []
      : [`${path}: "${emptyName}" says nothing about the content. Choose another name.`]),
    ...reExports.map(
      specifier =>
        `${path} re-exports from ${specifier}. There are no barrels: import from that file directly.`,
    ),
  ]
}
