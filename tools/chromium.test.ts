import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { requireChromium } from './chromium.ts'

/** A machine with one folder of programs; `onInstall` is what its apt-get brings. */
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

test('Chromium goes before Chrome', async () => {
  const machine = aMachine({ programs: ['google-chrome', 'chromium-browser', 'chromium'] })
  expect(await requireChromium(machine)).toBe(join(machine.folder, 'chromium'))
})

test.each(['chromium-browser', 'google-chrome'])('%s will do', async name => {
  const machine = aMachine({ programs: [name], isRoot: true })
  expect(await requireChromium(machine)).toBe(join(machine.folder, name))
  expect(machine.ran).toEqual([])
})

test('CHROMIUM_PATH goes before everything', async () => {
  const machine = aMachine({ programs: ['chromium', 'another'] })
  machine.environment.CHROMIUM_PATH = join(machine.folder, 'another')
  expect(await requireChromium(machine)).toBe(join(machine.folder, 'another'))
})

test('a CHROMIUM_PATH that leads nowhere is told, not passed over', async () => {
  const machine = aMachine({ programs: ['chromium'] })
  machine.environment.CHROMIUM_PATH = join(machine.folder, 'nothing')
  await expect(requireChromium(machine)).rejects.toThrow(
    /CHROMIUM_PATH is .*nothing, and no program is there/,
  )
})

test("root gets Debian's, after the lists of packages are brought up to date, and nobody is asked", async () => {
  const machine = aMachine({ programs: ['apt-get'], isRoot: true, onInstall: ['chromium'] })
  expect(await requireChromium(machine)).toBe(join(machine.folder, 'chromium'))
  expect(machine.ran).toEqual([
    'noninteractive apt-get update',
    'noninteractive apt-get install --yes --no-install-recommends chromium',
  ])
})

test.each([
  ['somebody who is not root', { programs: ['apt-get'], onInstall: ['chromium'] }],
  ['root without apt-get', { isRoot: true }],
  ['root whose apt-get fails', { programs: ['apt-get'], isRoot: true }],
  ['root whose apt-get brings none', { programs: ['apt-get'], isRoot: true, onInstall: ['snap'] }],
])('%s is told how to install one', async (_, machine) => {
  await expect(requireChromium(aMachine(machine))).rejects.toThrow('apt-get install chromium')
})
