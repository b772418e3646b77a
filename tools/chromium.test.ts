import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { requireChromium } from './chromium.ts'

/** A machine with one folder of programs; `onInstall` are the programs that its apt-get installs. */
function aMachine({ programs = [] as string[], isRoot = false, onInstall = [] as string[] }) {
  const folder = mkdtempSync(join(tmpdir(), 'chromium-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const put = (names: string[]) => {
    for (const name of names) writeFileSync(join(folder, name), '', { mode: 0o755 })
  }
  put(programs)
  const ran: string[] = []
  return {
    environment: { PATH: folder } as NodeJS.ProcessEnv,
    isRoot,
    folder,
    ran,
    async run(command: string, args: string[], environment: NodeJS.ProcessEnv = {}) {
      ran.push(`${environment.DEBIAN_FRONTEND} ${command.slice(folder.length + 1)} ${args.join(' ')}`)
      if (args[0] === 'install') put(onInstall)
      return onInstall.length > 0
    },
  }
}

test.each([
  ['chromium-headless-shell', ['chromium', 'chromium-headless-shell']],
  ['chromium', ['google-chrome', 'chromium-browser', 'chromium']],
])('%s is preferred among %j', async (preferred, programs) => {
  const machine = aMachine({ programs })
  expect(await requireChromium(machine)).toBe(join(machine.folder, preferred))
})

test('CHROMIUM_PATH has precedence', async () => {
  const machine = aMachine({ programs: ['chromium', 'another'] })
  machine.environment.CHROMIUM_PATH = join(machine.folder, 'another')
  expect(await requireChromium(machine)).toBe(join(machine.folder, 'another'))
})

test('a CHROMIUM_PATH without a program is reported, not ignored', async () => {
  const machine = aMachine({ programs: ['chromium'] })
  machine.environment.CHROMIUM_PATH = join(machine.folder, 'nothing')
  await expect(requireChromium(machine)).rejects.toThrow(
    /CHROMIUM_PATH is .*nothing, but no program is there/,
  )
})

test("root gets Debian's package without questions, after the package lists are updated", async () => {
  const machine = aMachine({ programs: ['apt-get'], isRoot: true, onInstall: ['chromium-headless-shell'] })
  expect(await requireChromium(machine)).toBe(join(machine.folder, 'chromium-headless-shell'))
  expect(machine.ran).toEqual([
    'noninteractive apt-get update',
    'noninteractive apt-get install --yes --no-install-recommends chromium-headless-shell',
  ])
})

test.each([
  ['a user who is not root', { programs: ['apt-get'], onInstall: ['chromium-headless-shell'] }],
  ['root without apt-get', { isRoot: true }],
  ['root whose apt-get fails', { programs: ['apt-get'], isRoot: true }],
  [
    'root whose apt-get installs something else',
    { programs: ['apt-get'], isRoot: true, onInstall: ['snap'] },
  ],
])('%s is told how to install it', async (_, machine) => {
  await expect(requireChromium(aMachine(machine))).rejects.toThrow('apt-get install chromium-headless-shell')
})
