import { accessSync, constants, existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { passes } from './gate/programs.ts'

/** What installing a package depends on; tests use their own. */
export type Machine = { environment: NodeJS.ProcessEnv; isRoot: boolean; run: typeof passes }

export const thisMachine = (): Machine => ({
  environment: process.env,
  isRoot: process.getuid?.() === 0,
  run: passes,
})

/**
 * Installs a Debian package if there is `apt-get` and the user is root.
 * @returns whether it is installed now
 */
export async function installDebianPackage(
  { environment, isRoot, run }: Machine,
  name: string,
): Promise<boolean> {
  const aptGet = findProgram(['apt-get'], environment.PATH)
  if (!isRoot || aptGet === null) return false
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  return (
    (await run(aptGet, ['update'], quiet)) &&
    (await run(aptGet, ['install', '--yes', '--no-install-recommends', name], quiet))
  )
}

/** With this file, Debian's packages do not start their services. */
const POLICY = '/usr/sbin/policy-rc.d'

/** Installs Debian packages likewise, without starting their services. */
export async function installWithoutServices(
  machine: Machine,
  names: string[],
  policy = POLICY,
): Promise<void> {
  if (names.length === 0 || !machine.isRoot) return
  const isPolicyOurs = !existsSync(policy)
  if (isPolicyOurs) await writeFile(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    for (const name of names) await installDebianPackage(machine, name)
  } finally {
    if (isPolicyOurs) await rm(policy, { force: true })
  }
}

/** The path of the first program found in the folders of `path`, in the order of the names; null if there is none. */
export function findProgram(names: string[], path = ''): string | null {
  const folders = path.split(delimiter).filter(Boolean)
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(isProgram) ?? null
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
