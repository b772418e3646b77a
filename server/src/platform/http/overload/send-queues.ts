import { readFile } from 'node:fs/promises'

/** The ports of a connection, as a socket has them. */
export type Connection = { localPort?: number | undefined; remotePort?: number | undefined }

/** The kernel's tables of connections of IPv4 and IPv6. */
const TABLE_FILES = ['/proc/net/tcp', '/proc/net/tcp6']

/**
 * How many bytes the kernel has taken of each connection that the other side has not acknowledged, as it is now. Always
 * 0 where the kernel has no such tables (on other systems than Linux).
 */
export async function readSendQueues(): Promise<(connection: Connection) => number> {
  const tables = await Promise.all(TABLE_FILES.map(table => readFile(table, 'utf8').catch(() => '')))
  const queues = parseSendQueues(tables.join(''))
  return ({ localPort, remotePort }) => queues.get(`${localPort} ${remotePort}`) ?? 0
}

/**
 * The queues in the text of such a table, by both ports. Connections from several machines that have the same ports
 * are added up: each of them counts as one that takes something while another does.
 */
export function parseSendQueues(table: string): Map<string, number> {
  const queues = new Map<string, number>()
  for (const [, localPort = '', remotePort = '', queue = ''] of table.matchAll(CONNECTION)) {
    const ports = `${parseInt(localPort, 16)} ${parseInt(remotePort, 16)}`
    queues.set(ports, (queues.get(ports) ?? 0) + parseInt(queue, 16))
  }
  return queues
}

/** "0: 0100007F:0BB8 0100007F:9313 01 0000A000:00000000 …": number, two addresses, state, queue to send. */
const CONNECTION = /^ *\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:([\dA-F]{4}) [\dA-F]{2} ([\dA-F]{8}):/gm
