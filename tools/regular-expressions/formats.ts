import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { FoundExpression } from './find.ts'

/** Finds the expressions of the formats that schemas of the contract use, such as the one of `z.email()`. */
export async function findFormats(root: string): Promise<FoundExpression[]> {
  const paths = globSync('contract/src/**/*.ts', { cwd: root }).filter(path => !path.endsWith('.test.ts'))
  const found = new Map<string, FoundExpression>()
  const seen = new Set<unknown>()
  const visit = (value: unknown, place: string) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    if (value instanceof RegExp)
      return void found.set(String(value), { place, pattern: value.source, flags: value.flags })
    const { def } = Reflect.get(value, '_zod') ?? {}
    for (const inner of Object.values(def ?? value)) visit(inner, place)
  }
  for (const path of paths) visit({ ...(await import(join(root, path))) }, `a schema of ${path}`)
  return [...found.values()]
}
