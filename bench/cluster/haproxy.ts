import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Addresses, MachineName } from './addresses.ts'
import { configurationFile, machineAddresses, type Replacements } from './configuration.ts'
import { launch, makeFolder } from './processes.ts'
import { waitUntil } from './wait-until.ts'

export type HaProxy = {
  address: string
  /** The machines that it takes for the primary. */
  seenPrimaries: () => Promise<MachineName[]>
}

/** Checks so slow that a demoted primary is used for seconds. */
const SLOW: Replacements = [['inter 1s fall 2 rise 1', 'inter 5s fall 2 rise 1']]

type Start = { addresses: Addresses; folder: string; isSlow: boolean }

export async function startProxy({ addresses, folder, isSlow }: Start): Promise<HaProxy> {
  const address = isSlow ? addresses.slowProxy : addresses.proxy
  const own = makeFolder(join(folder, isSlow ? 'haproxy-slow' : 'haproxy'))
  const socket = join(own, 'admin.sock')
  const file = join(own, 'haproxy.cfg')
  await writeFile(
    file,
    await configurationFile('haproxy.cfg', [
      ...machineAddresses(addresses),
      ['127.0.0.1', address],
      ['/run/haproxy/admin.sock', socket],
      // It does not start as root here.
      ['    user haproxy\n    group haproxy\n', ''],
      ...(isSlow ? SLOW : []),
    ]),
  )
  await launch({ command: 'haproxy', args: ['-db', '-f', file], folder: own })
  const seenPrimaries = async () => {
    const rows = (await ask(socket, 'show stat')).split('\n').map(line => line.split(','))
    return rows
      .filter(
        ([proxy, server, ...rest]) => proxy === 'primary' && isMachine(server) && rest[15]?.startsWith('UP'),
      )
      .map(([, server]) => server as MachineName)
  }
  await waitUntil('HAProxy', seenPrimaries)
  return { address, seenPrimaries }
}

const isMachine = (name = '') => /^db\d$/.test(name)

async function ask(socket: string, command: string): Promise<string> {
  const connection = connect(socket)
  let text = ''
  connection.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  connection.write(`${command}\n`)
  await once(connection, 'close')
  return text
}
