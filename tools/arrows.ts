import { fileURLToPath } from 'node:url'
import { faultsOf } from './arrows/faults.ts'
import { readSourceFiles } from './arrows/source-files.ts'

/** `node tools/arrows.ts`: says where imports stray from the arrow, and ends with 1 when some do. */
const files = readSourceFiles(fileURLToPath(new URL('..', import.meta.url)))
const faults = faultsOf(files)
console.log(faults.length > 0 ? faults.join('\n') : `The imports of ${files.length} files follow the arrow.`)
process.exitCode = faults.length > 0 ? 1 : 0
