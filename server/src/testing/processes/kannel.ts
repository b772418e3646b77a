import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, openSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { findFreePort } from '../launch-product.ts'
import { anEmptyFolder } from '../running-product.ts'

/** Where Debian's packages `kannel` and `kannel-extras` put programs that are not on everybody's PATH. */
const FOLDERS = ['/usr/sbin', '/usr/lib/kannel/test']

type Program = 'bearerbox' | 'smsbox' | 'fakesmsc'

function findProgram(name: Program): string | null {
  const isProgram = (path: string) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...FOLDERS]
  return folders.map(folder => join(folder, name)).find(isProgram) ?? null
}

export const hasKannel = (): boolean =>
  (['bearerbox', 'smsbox', 'fakesmsc'] as const).every(name => findProgram(name) !== null)

/**
 * Starts Kannel and its simulated telephone network on this machine, until the test is finished. Its user is `USER` with the
 * password `PASSWORD`.
 */
export async function startKannel() {
  const folder = await anEmptyFolder()
  const [admin, boxes, network, sending] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ]
  const file = join(folder, 'kannel.conf')
  writeFileSync(
    file,
    `group = core
admin-port = ${admin}
admin-interface = 127.0.0.1
admin-password = status
smsbox-port = ${boxes}
smsbox-interface = 127.0.0.1
box-allow-ip = 127.0.0.1

group = smsc
smsc = fake
port = ${network}
connect-allow-ip = 127.0.0.1

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${sending}
sendsms-interface = 127.0.0.1

group = sendsms-user
username = USER
password = PASSWORD
`,
  )
  const logOf = (name: Program) => readFileSync(join(folder, name), 'utf8')
  /** Starts a program, and waits until it has logged that it is ready. */
  const start = async (name: Program, args: string[], ready: string) => {
    const log = openSync(join(folder, name), 'w')
    const child = spawn(findProgram(name) ?? name, args, { cwd: folder, stdio: ['ignore', log, log] })
    const ended = once(child, 'close')
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await ended
    })
    while (!logOf(name).includes(ready)) {
      expect(child.exitCode, logOf(name)).toBeNull()
      await pause(50)
    }
  }
  await start('bearerbox', ['-v', '0', file], 'entering mainloop')
  await start('smsbox', ['-v', '0', file], 'Connected to bearerbox')
  // It sends nothing itself.
  const connection = ['-H', '127.0.0.1', '-r', String(network), '-m', '0']
  await start('fakesmsc', [...connection, '1 2 text nothing'], 'Connecting to')
  return {
    port: sending,
    /** The text messages that have reached the network, oldest first. */
    received: () =>
      [...logOf('fakesmsc').matchAll(/Got message \d+: <(\S+) (\S+) text (.*)>$/gm)].map(
        ([, from = '', to = '', message = '']) => ({ from, to, message }),
      ),
  }
}
