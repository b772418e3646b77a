import { connect, createServer, type Socket } from 'node:net'
import { listenLocally } from '../listening.ts'

export type Relay = Awaited<ReturnType<typeof startRelay>>

/** A part of the statement that stores blood requests. */
const STORES = '"patientName"'

/** Where HAProxy leads to the primary. */
const PRIMARY_PORT = 5000

/** Starts a TCP relay from one server of the product to HAProxy at an address, as a network that can fail. */
export async function startRelay(address: string, cleanUp: AsyncDisposableStack) {
  let target = address
  let repliesToLose = 0
  let lostLast = false
  const open = new Set<Socket>()

  const server = createServer(client => {
    const upstream = connect(PRIMARY_PORT, target)
    let isStoring = false
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket.setNoDelay(true))
      // Resets are what the trials are about.
      socket.on('error', () => socket.destroy())
      socket.once('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    client.on('data', part => {
      isStoring = part.includes(STORES)
      upstream.write(part)
    })
    upstream.on('data', part => {
      const isLost = isStoring && repliesToLose > 0 && !lostLast
      if (isStoring) lostLast = isLost
      if (!isLost) return client.write(part)
      repliesToLose -= 1
      return client.destroy()
    })
  })
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  cleanUp.defer(() => {
    server.close()
    cut()
  })
  return {
    port: await listenLocally(server),
    /** Leads new connections to another address, and cuts the open ones. */
    leadTo(other: string) {
      target = other
      cut()
    },
    /** From now on nothing passes on the connections that are open. They stay open; new ones work. */
    goDark() {
      for (const socket of open) socket.removeAllListeners('data').pause()
    },
    /** Cuts connections on which a blood request is stored, when PostgreSQL reports that: every other one, `count` in all. */
    loseReplies(count: number) {
      repliesToLose = count
    },
  }
}
