import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { processTree } from '@blood-bank/postgres-local/testing/process-tree'
import { expect, test } from 'vitest'
import { newMemberOf } from '../testing/members.ts'
import { aDataFolder, anEmptyFolder, runCommand, startProduct } from '../testing/running-product.ts'

const timeout = 300_000

/** Settings with a word each that nobody else may read. */
const SECRETS = {
  AUTH_SECRET: 'Qv8!mZx2Lr6#Tn4@Wb9$Kd1%Hs5^Yf7&-auth-seed',
  SMTP_URL: 'smtp://mailer:smtp-seed@127.0.0.1:9',
  METRICS_TOKEN: 'metrics-seed-0123456789',
  PGPASSWORD: 'pgpassword-seed',
}
const WORDS = ['auth-seed', 'smtp-seed', 'metrics-seed', 'pgpassword-seed', 'database-seed']

/** The address of the database of a running product, with a password in it. */
function addressOf(dataDir: string) {
  const { host, user, database } = connectionTo(dataDir)
  return `postgresql:///${database}?host=${encodeURIComponent(host)}&user=${user}&password=database-seed`
}

/** A file of the kernel about a process, as one line; nothing of a process that is gone. */
function read(pid: number, file: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** What everybody on the machine reads of a process and all that it has started, and what those were given. */
function seenOf(root: number) {
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

test('no secret of a running product stands in the process list, and its children get none', {
  timeout,
}, async () => {
  const dataDir = await aDataFolder()
  const { SMTP_URL: _, ...environment } = SECRETS
  const first = await startProduct({ dataDir, environment })
  // Before the second server shares the mail: it has no mail server to send it to.
  await newMemberOf(first)
  const second = await startProduct({
    dataDir,
    environment: { ...SECRETS, DATABASE_URL: addressOf(dataDir) },
  })
  const seen = [seenOf(first.pid), seenOf(second.pid)]
  expect(seen[0]?.processes).toBeGreaterThan(4)
  expect(seen[0]?.commands.join()).toContain('postgres')
  for (const { commands, environments } of seen) expectNoSecretIn([...commands, ...environments])
})

test('nor does one of a command, while it starts PostgreSQL for itself', { timeout }, async () => {
  const dataDir = await aDataFolder()
  const file = join(await anEmptyFolder(), 'backup.gz')
  const commands = [
    ['admin', ['list'], dataDir],
    ['backup', [file], dataDir],
    ['restore', [file], await anEmptyFolder()],
  ] as const
  for (const [name, words, folder] of commands) {
    const command = runCommand(name, [...words], folder, SECRETS)
    let isRunning = true
    let mostProcesses = 0
    const ended = command.ended.finally(() => {
      isRunning = false
    })
    while (isRunning) {
      // Until a new process runs its program it is a copy of its parent, with the parent's environment.
      const { processes, commands } = seenOf(command.pid)
      mostProcesses = Math.max(mostProcesses, processes)
      expectNoSecretIn(commands)
      await new Promise(setImmediate)
    }
    expect(await ended).toMatchObject({ code: 0 })
    expect(mostProcesses).toBeGreaterThan(4)
  }
})
