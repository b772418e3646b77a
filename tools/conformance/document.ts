import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sources } from './faults.ts'
import { type Row, readTable } from './table.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The rows of `docs/conformance.md`. */
export const readConformance = (): Row[] => readTable(readFileSync(join(ROOT, 'docs/conformance.md'), 'utf8'))

/** Everything that a row may point at. */
export const readSources = (): Sources =>
  new Map(
    globSync('{contract,server,web,e2e,tools}/**/*.{ts,tsx,css,html}', {
      cwd: ROOT,
      exclude: ['**/node_modules/**', '**/dist/**'],
    }).map(path => [path, readFileSync(join(ROOT, path), 'utf8')]),
  )
