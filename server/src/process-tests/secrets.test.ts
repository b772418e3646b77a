import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { processTree } from '@blood-bank/postgres-local/testing/process-tree'
import { expect, test } from 'vitest'
import { newMemberOf } from '../testing/members.ts'
import { aDataFolder, anEmptyFolder, runCommand, startProduct } from '../testing/running-product.ts'
import { samples } from '../testing/test-scope.ts'

const timeout = 300_000

/** Settings that each contain a secret word. */
const SECRETS = {
  AUTH_SECRET: 'Qv8!mZx2Lr6#Tn4@Wb9$Kd1%Hs5^Yf7&-auth-seed',
  SMTP_URL: 'smtp://mailer:smtp-seed@127.0.0.1:9',
  METRICS_TOKEN: 'metrics-seed-0123456789',
  PGPASSWORD: 'pgpassword-seed',
}
const WORDS = ['auth-seed', 'smtp-seed', 'metrics-seed', 'pgpassword-seed', 'database-seed']

/** The database address of a running product, with a password. */
function addressOf(dataDir: string) {
  const { host, user, database } = connectionTo(dataDir)
  return `postgresql:///${database}?host=${encodeURIComponent(host)}&user=${user}&password=database-seed`
}

/** A file of a process in /proc, as one line; empty if the process has ended. */
function read(pid: number, file: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** The command lines of a process and all its descendants, and the environments of the descendants. */
function inspect(root: number) {
  const tree = processTree(root)
  return {
    processes: tree.length,
    commands: tree.map(pid => read(pid, 'cmdline')).filter(Boolean),
    environments: tree.filter(pid => pid !== root).map(pid => read(pid, 'environ')),
  }
}

const expectNoSecretIn = (lines: string[]) => {
  for (const line of lines) for (const word of WORDS) expect(line).not.toContain(word)
}

test('no secret of a running product is in the process list or in the environment of its child processes', {
  timeout,
}, async () => {
  const dataDir = await aDataFolder()
  const { SMTP_URL: _, ...environment } = SECRETS
  const first = await startProduct({ dataDir, environment })
  // Before the second server starts, because it would take over mails that it cannot send.
  await newMemberOf(first)
  const second = await startProduct({
    dataDir,
    environment: { ...SECRETS, DATABASE_URL: addressOf(dataDir) },
  })
  const seen = [inspect(first.pid), inspect(second.pid)]
  expect(seen[0]?.processes).toBeGreaterThan(4)
  expect(seen[0]?.commands.join()).toContain('postgres')
  for (const { commands, environments } of seen) expectNoSecretIn([...commands, ...environments])
})

test('no secret of a command is in the process list while it starts PostgreSQL', { timeout }, async () => {
  const dataDir = await aDataFolder()
  const file = join(await anEmptyFolder(), 'backup.gz')
  const commands = [
    ['admin', ['list'], dataDir],
    ['backup', [file], dataDir],
    ['restore', [file], await anEmptyFolder()],
  ] as const
  for (const [name, words, folder] of commands.slice(0, samples({ gate: 1, all: commands.length }))) {
    const command = runCommand(name, [...words], folder, SECRETS)
    let isRunning = true
    let mostProcesses = 0
    const ended = command.ended.finally(() => {
      isRunning = false
    })
    while (isRunning) {
      // Environments are not checked: between fork and exec, a new process has the environment of its parent.
      const { processes, commands } = inspect(command.pid)
      mostProcesses = Math.max(mostProcesses, processes)
      expectNoSecretIn(commands)
      await setTimeout(5)
    }
    expect(await ended).toMatchObject({ code: 0 })
    expect(mostProcesses).toBeGreaterThan(4)
  }
})
