import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const BUILD = join(import.meta.dirname, '../../web/build/build-if-stale.ts')

/** Builds the pages if their sources are newer. */
export const buildPages = () => promisify(execFile)(process.execPath, [BUILD])
