import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll } from 'vitest'

type SocketAddress = { host: string; user: string; database: string }

/**
 * A TCP proxy in front of PostgreSQL, as a network that can go silent. Call it at the top of a test file.
 * @param address the folder of PostgreSQL's socket
 */
export async function startSilentNetwork({ host, user, database }: SocketAddress) {
  const open = new Set<Socket>()
  const server = createServer(client => {
    const upstream = connect(join(host, '.s.PGSQL.5432'))
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) {
      open.add(socket)
      // A reset is what the tests are about.
      socket.on('error', () => socket.destroy())
      socket.once('close', () => open.delete(socket))
    }
    upstream.once('close', () => client.destroy())
  })
  const start = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await start(0)
  const listening = server.address()
  if (listening === null || typeof listening === 'string') throw new Error('The proxy has no port.')
  const { port } = listening
  afterAll(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  return {
    address: { connectionString: `postgresql://${user}@127.0.0.1:${port}/${database}` },

    /** From now on new connections are refused. */
    close: () => void server.close(),

    /** Ends `close`. */
    reopen: () => start(port),

    /** From now on nothing passes on the connections that are open. They stay open; new ones work. */
    silenceConnections() {
      for (const socket of open) socket.unpipe().pause()
    },
  }
}
