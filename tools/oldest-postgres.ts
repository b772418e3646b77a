import { findProgram, installDebianPackage, type Machine, thisMachine } from './debian-package.ts'

/** The oldest supported version; Debian 12 has it. */
const MAJOR = 15
const PACKAGE = `postgresql-${MAJOR}`
const PROGRAMS = `/usr/lib/postgresql/${MAJOR}/bin`

/**
 * The folder of the oldest supported PostgreSQL: Debian's, which root installs now.
 * @throws an error that says what to do
 */
export async function requireOldestPostgres(machine: Machine = thisMachine()): Promise<string> {
  const isThere = () => findProgram(['postgres'], PROGRAMS) !== null
  if (!isThere()) await installDebianPackage(machine, PACKAGE)
  if (isThere()) return PROGRAMS
  throw new Error(
    `The routes are also tested with PostgreSQL ${MAJOR}, which was not found in ${PROGRAMS}. On Debian 12: apt-get install ${PACKAGE}`,
  )
}
