import { fileURLToPath } from 'node:url'
import { readSourceFiles } from './import-rules/source-files.ts'
import { findViolations } from './import-rules/violations.ts'

/** `node tools/import-rules.ts` prints the violations of the import rules and exits with 1 if there are any. */
const files = readSourceFiles(fileURLToPath(new URL('..', import.meta.url)))
const violations = findViolations(files)
console.log(violations.length > 0 ? violations.join('\n') : `${files.length} files follow the import rules.`)
process.exitCode = violations.length > 0 ? 1 : 0
