import { findProgram, installDebianPackage, type Machine, thisMachine } from './debian-package.ts'

/** The oldest PostgreSQL that is supported; Debian 12 has it. */
const MAJOR = 15
const PACKAGE = `postgresql-${MAJOR}`
const PROGRAMS = `/usr/lib/postgresql/${MAJOR}/bin`

/**
 * The folder with the programs of the oldest supported PostgreSQL: Debian's, installed now if we may.
 * @throws in a sentence that says what to do
 */
export async function requireOldestPostgres(machine: Machine = thisMachine()): Promise<string> {
  const isThere = () => findProgram(['postgres'], PROGRAMS) !== null
  if (!isThere()) await installDebianPackage(machine, PACKAGE)
  if (isThere()) return PROGRAMS
  throw new Error(
    `The routes are also tried on PostgreSQL ${MAJOR}, and none was found in ${PROGRAMS}. On Debian 12: apt-get install ${PACKAGE}`,
  )
}
