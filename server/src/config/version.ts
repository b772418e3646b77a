import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const MANIFEST = join(import.meta.dirname, '../../../package.json')

/** The version of the product, such as 1.2.0. The project's package.json is its only source. */
export const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(MANIFEST, 'utf8'))).version
