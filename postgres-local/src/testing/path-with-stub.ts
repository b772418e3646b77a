import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aFolder } from './data-folders.ts'

/** Returns a PATH on which a program is replaced by a shell script. */
export function pathWithStub(program: string, script: string): string {
  const folder = aFolder()
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return `${folder}:${process.env.PATH}`
}
