import { readFile } from 'node:fs/promises'

/** The ports of a connection, as a socket has them. */
export type Connection = { localPort?: number | undefined; remotePort?: number | undefined }

/** The kernel's tables of TCP connections over IPv4 and IPv6. */
const TABLE_FILES = ['/proc/net/tcp', '/proc/net/tcp6']

/**
 * Reads the send queue of each connection: the bytes in the kernel that the peer has not acknowledged. Always 0 on systems
 * other than Linux, which have no such tables.
 */
export async function readSendQueues(): Promise<(connection: Connection) => number> {
  const tables = await Promise.all(TABLE_FILES.map(table => readFile(table, 'utf8').catch(() => '')))
  const queues = parseSendQueues(tables.join(''))
  return ({ localPort, remotePort }) => queues.get(`${localPort} ${remotePort}`) ?? 0
}

/**
 * Parses the send queues of such a table, by both ports. Connections of several peers with the same ports are added up, so
 * progress on one of them counts as progress on all.
 */
export function parseSendQueues(table: string): Map<string, number> {
  const queues = new Map<string, number>()
  for (const line of table.split('\n')) {
    const [, localPort, remotePort, queue] = CONNECTION.exec(line) ?? []
    if (localPort === undefined || remotePort === undefined || queue === undefined) continue
    const ports = `${parseInt(localPort, 16)} ${parseInt(remotePort, 16)}`
    queues.set(ports, (queues.get(ports) ?? 0) + parseInt(queue, 16))
  }
  return queues
}

/** "0: 0100007F:0BB8 0100007F:9313 01 0000A000:00000000 …": number, two addresses, state, queue to send. */
const CONNECTION = /^ *\d+: \w+:(\w+) \w+:(\w+) \w+ (\w+):/
