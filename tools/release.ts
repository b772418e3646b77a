import { join } from 'node:path'
import { ReleaseRefused, release } from './release/release.ts'

try {
  const tag = release(join(import.meta.dirname, '..'), process.argv[2])
  console.log(`\n  Tagged ${tag}. Nothing is pushed yet. Run: git push --follow-tags\n`)
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error
  console.error(`\n  ${error.message}\n`)
  process.exitCode = 1
}
