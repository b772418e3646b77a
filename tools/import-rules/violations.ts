import { cycleViolations } from './cycles.ts'
import { importsBetween, importViolations } from './imports.ts'
import { type Module, readModule, type SourceFile } from './module.ts'
import { placeOf } from './order.ts'
import { tableViolations } from './tables.ts'

/** All violations of the rules in README.md, one line each. */
export function findViolations(files: SourceFile[]): string[] {
  const modules = files.map(readModule)
  return [
    ...modules.flatMap(moduleViolations),
    ...importViolations(modules),
    ...cycleViolations(importsBetween(modules)),
    ...tableViolations(modules),
  ]
}

const EMPTY_NAME = /(?:^|-)(?:utils?|helpers?|misc|common|lib)$/

function moduleViolations({ path, isValid, reExports }: Module): string[] {
  const emptyName = path
    .split('/')
    .map(part => part.split('.', 1)[0] ?? '')
    .find(name => EMPTY_NAME.test(name))
  return [
    ...(isValid ? [] : [`${path} has a syntax error.`]),
    ...(placeOf(path) === 'unknown'
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
