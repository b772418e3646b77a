import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inLines, tooHeavy, weighPages } from './gate/page-weights.ts'

const DIST = join(import.meta.dirname, '../web/dist')

/** Prints the JavaScript size of every page of the build; exits with 1 if one is too large. */
const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))
const weights = weighPages(manifest, file => readFileSync(join(DIST, file)))
for (const line of inLines(weights)) console.log(line)
process.exitCode = tooHeavy(weights).length > 0 ? 1 : 0
