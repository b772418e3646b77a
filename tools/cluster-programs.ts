import { delimiter } from 'node:path'
import { findProgram, installWithoutServices, type Machine, thisMachine } from './debian-package.ts'

/** The programs of a cluster and their packages in Debian 12, which have these versions or newer ones. */
const PACKAGES: Record<string, string> = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  postgres: 'postgresql-15',
}

/** Where Debian puts programs that are not on everybody's PATH. */
const FOLDERS = ['/usr/sbin', '/usr/lib/postgresql/15/bin']

/**
 * Makes sure that the programs of a cluster are there: root installs Debian's packages now, without starting services.
 * @throws an error that says what to install
 */
export async function requireClusterPrograms(
  machine: Machine = thisMachine(),
  { folders = FOLDERS, policy }: { folders?: string[]; policy?: string } = {},
): Promise<void> {
  const path = [machine.environment.PATH, ...folders].join(delimiter)
  const findMissing = () =>
    Object.entries(PACKAGES)
      .filter(([program]) => findProgram([program], path) === null)
      .map(([, name]) => name)
  await installWithoutServices(machine, findMissing(), policy)
  if (findMissing().length > 0)
    throw new Error(
      `The trials of a cluster need programs that were not found. On Debian 12: apt-get install ${findMissing().join(' ')}`,
    )
}
