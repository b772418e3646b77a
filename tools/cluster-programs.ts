import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { delimiter } from 'node:path'
import { findProgram, installDebianPackage, type Machine, thisMachine } from './debian-package.ts'

/** The programs of a cluster and their packages in Debian 12, which have these versions or newer ones. */
const PACKAGES: Record<string, string> = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  postgres: 'postgresql-15',
}

/** Where Debian puts programs that are not on everybody's PATH. */
const FOLDERS = ['/usr/sbin', '/usr/lib/postgresql/15/bin']

/** With this file, Debian's packages do not start their services. */
const POLICY = '/usr/sbin/policy-rc.d'

/**
 * Makes sure that the programs of a cluster are there: root installs Debian's packages now, without starting services.
 * @throws an error that says what to install
 */
export async function requireClusterPrograms(
  machine: Machine = thisMachine(),
  { folders = FOLDERS, policy = POLICY } = {},
): Promise<void> {
  const path = [machine.environment.PATH, ...folders].join(delimiter)
  const findMissing = () =>
    Object.entries(PACKAGES)
      .filter(([program]) => findProgram([program], path) === null)
      .map(([, name]) => name)
  const missing = findMissing()
  if (missing.length > 0 && machine.isRoot) {
    const isPolicyOurs = !existsSync(policy)
    if (isPolicyOurs) await writeFile(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
    try {
      for (const name of missing) await installDebianPackage(machine, name)
    } finally {
      if (isPolicyOurs) await rm(policy, { force: true })
    }
  }
  if (findMissing().length > 0)
    throw new Error(
      `The trials of a cluster need programs that were not found. On Debian 12: apt-get install ${findMissing().join(' ')}`,
    )
}
