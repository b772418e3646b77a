import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import { callDonor, listDonorsToCall } from '@blood-bank/contract/kept-donors/calls'
import { addKeptDonor } from '@blood-bank/contract/kept-donors/kept-donor'
import { processTree } from '@blood-bank/postgres-local/testing/process-tree'
import { expect, test } from 'vitest'
import { embeddedDatabaseUrl } from '../testing/launch-product.ts'
import { newAdminOf, newMemberOf } from '../testing/members.ts'
import { aBloodRequest, aDonor } from '../testing/person.ts'
import { aDataFolder, anEmptyFolder, runCommand, startProduct } from '../testing/running-product.ts'
import { PASSWORD } from '../testing/test-app.ts'

const timeout = 300_000

/** Settings that each contain a secret word. */
const SECRETS = {
  AUTH_SECRET: 'Qv8!mZx2Lr6#Tn4@Wb9$Kd1%Hs5^Yf7&-auth-seed',
  SMTP_URL: 'smtp://mailer:smtp-seed@127.0.0.1:9',
  METRICS_TOKEN: 'metrics-seed-0123456789',
  PGPASSWORD: 'pgpassword-seed',
}
const WORDS = ['auth-seed', 'smtp-seed', 'metrics-seed', 'pgpassword-seed', 'database-seed']
const DONOR = aDonor({ contactNumber: '01733-221100' })
const KEPT = {
  fullName: 'Donor Nobody Knows',
  contactNumber: '01755-667788',
  bloodGroup: 'O-',
  consentKind: 'said',
} as const
const BLOOD_REQUEST = aBloodRequest({ patientName: 'Patient Nobody Knows', contactNumber: '01844-332211' })

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
    commands: tree.map(pid => read(pid, 'cmdline')).filter(Boolean),
    environments: tree.filter(pid => pid !== root).map(pid => read(pid, 'environ')),
  }
}

const expectNoneIn = (words: string[], lines: string[]) => {
  for (const line of lines) for (const word of words) expect(line).not.toContain(word)
}

test('no secret of a running product is in its log, the process list or the environment of its child processes', {
  timeout,
}, async () => {
  const dataDir = await aDataFolder()
  const { SMTP_URL: _, ...environment } = { ...SECRETS, LOG_LEVEL: 'trace' }
  const first = await startProduct({ dataDir, environment })
  // Before the second server starts, because it would take over mails that it cannot send.
  const rima = await newMemberOf(first)
  const admin = await newAdminOf(first)
  const second = await startProduct({
    dataDir,
    environment: {
      ...environment,
      SMTP_URL: SECRETS.SMTP_URL,
      DATABASE_URL: `${embeddedDatabaseUrl(dataDir)}&password=database-seed`,
    },
  })
  expect((await second.as(rima).call(registerDonor, { body: DONOR })).status).toBe(201)
  expect((await second.as(rima).call(postBloodRequest, { body: BLOOD_REQUEST })).status).toBe(201)
  const asAdmin = second.as(admin)
  expect((await asAdmin.call(addKeptDonor, { body: KEPT })).status).toBe(201)
  const { records } = (await asAdmin.call(listDonorsToCall, { query: {} })).body
  const kept = records.find(({ kind }) => kind === 'kept')
  const called = await asAdmin.call(callDonor, { params: { kind: 'kept', id: kept?.id ?? '' }, body: {} })
  expect(called.body.contactNumber).toBe(KEPT.contactNumber)
  const cookies = rima.cookie?.split('; ').map(cookie => cookie.slice(cookie.indexOf('=') + 1)) ?? []
  const numbers = ['33-221100', '44-332211', '55-667788'].flatMap(number => [number, number.replace('-', '')])
  const people = [rima.email, PASSWORD, 'Nobody Knows', ...numbers]
  for (const { pid, output } of [first, second]) {
    const { commands, environments } = inspect(pid)
    expectNoneIn(WORDS, [...commands, ...environments])
    // Lines of the log are written a moment later.
    await expect.poll(output, { timeout: 60_000 }).toContain('"msg":"answered"')
    expectNoneIn([...WORDS, ...people, ...cookies], [output()])
  }
  expect(inspect(first.pid).commands.join()).toContain('postgres')
})

test('no secret of a command is in the process list while it starts PostgreSQL', { timeout }, async () => {
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
      // Environments are not checked: between fork and exec, a new process has the environment of its parent.
      const { commands } = inspect(command.pid)
      mostProcesses = Math.max(mostProcesses, commands.length)
      expectNoneIn(WORDS, commands)
      await pause(20)
    }
    expect(await ended).toMatchObject({ code: 0 })
    expect(mostProcesses).toBeGreaterThan(4)
  }
})
