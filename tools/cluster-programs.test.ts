import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { requireClusterPrograms } from './cluster-programs.ts'

const PROGRAM_OF: Record<string, string> = {
  'etcd-server': 'etcd',
  patroni: 'patroni',
  haproxy: 'haproxy',
  'postgresql-15': 'postgres',
}

/** A machine with one folder of programs, in which apt-get installs what it is asked for. */
function aMachine({ programs = [] as string[], isRoot = false }) {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-programs-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const put = (name: string) => writeFileSync(join(folder, name), '', { mode: 0o755 })
  for (const name of ['apt-get', ...programs]) put(name)
  const policy = join(folder, 'policy-rc.d')
  const installed: { name: string; mayStartServices: boolean }[] = []
  const machine = {
    environment: { PATH: folder },
    isRoot,
    async run(_: string, args: string[]) {
      const name = args.at(-1) ?? ''
      if (args[0] !== 'install') return true
      installed.push({ name, mayStartServices: !existsSync(policy) })
      put(PROGRAM_OF[name] ?? name)
      return true
    },
  }
  return {
    installed,
    policy,
    require: () => requireClusterPrograms(machine, { folders: [], policy }),
  }
}

test('root gets the packages that are missing, and their services are not started', async () => {
  const machine = aMachine({ programs: ['etcd', 'postgres'], isRoot: true })
  await machine.require()
  expect(machine.installed).toEqual([
    { name: 'patroni', mayStartServices: false },
    { name: 'haproxy', mayStartServices: false },
  ])
  expect(existsSync(machine.policy)).toBe(false)
})

test('others are told what to install', async () => {
  const machine = aMachine({ programs: ['haproxy', 'postgres'] })
  await expect(machine.require()).rejects.toThrow('apt-get install etcd-server patroni')
  expect(machine.installed).toEqual([])
})
