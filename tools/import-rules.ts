import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findViolations } from './import-rules/violations.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * `node tools/import-rules.ts` prints the violations of the import rules in the code and style sheets of all workspaces and of
 * `tools`, and exits with 1 if there are any.
 */
const { workspaces }: { workspaces: string[] } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const files = globSync(
  [...workspaces, 'tools'].map(workspace => `${workspace}/**/*.{ts,tsx,mts,js,mjs,css}`),
  { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] },
)
  .sort()
  .map(path => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }))
const violations = findViolations(files)
console.log(violations.length > 0 ? violations.join('\n') : `${files.length} files follow the import rules.`)
process.exitCode = violations.length > 0 ? 1 : 0
