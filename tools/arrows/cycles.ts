import type { Edge } from './edges.ts'

/** Ways in which a file imports itself through others, each from the first of its files around to it again. */
export function cyclesOf(edges: Edge[]): string[][] {
  const importsOf = Map.groupBy(edges, ({ from }) => from)
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
