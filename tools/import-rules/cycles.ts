import type { FileImport } from './file-imports.ts'

/** Finds cycles of imports. Each starts and ends with the same file. */
export function findCycles(imports: FileImport[]): string[][] {
  const importsOf = Map.groupBy(imports, ({ from }) => from)
  const cycles: string[][] = []
  const done = new Set<string>()
  const walk = (path: string, trail: string[]) => {
    if (trail.includes(path)) {
      cycles.push([...trail.slice(trail.indexOf(path)), path])
      return
    }
    if (done.has(path)) return
    for (const { to } of importsOf.get(path) ?? []) walk(to, [...trail, path])
    done.add(path)
  }
  for (const path of [...importsOf.keys()].sort()) walk(path, [])
  return cycles
}
