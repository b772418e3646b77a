import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Clause, readClauses } from './clauses.ts'
import type { Sources } from './faults.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The text of `docs/conformance.md`. */
export const readDocument = (): string => readFileSync(join(ROOT, 'docs/conformance.md'), 'utf8')

/** The clauses of `docs/conformance.md`. */
export const readConformance = (): Clause[] => readClauses(readDocument())

/** Every file that a clause may point at, by its path from the root folder. */
export const readSources = (): Sources =>
  new Map(
    globSync('{contract,server,postgres-local,web,e2e,tools}/**/*.{ts,tsx,css,html}', {
      cwd: ROOT,
      exclude: ['**/node_modules/**', '**/dist/**'],
    }).map(path => [path, readFileSync(join(ROOT, path), 'utf8')]),
  )
