import { connect, type Socket } from 'node:net'
import { MAX_STREAMS_PER_ACCOUNT } from '@blood-bank/contract/live'

const HINT = 'event: hint'
/** So many connections are opened at once. */
const OPENED_AT_ONCE = 50

/** Open streams of one server, read as cheaply as possible: they share the machine with the server. */
export type Listeners = {
  /** How many are open. */
  count: () => number
  /** Resolves when each has received one more hint. */
  everyHint: () => Promise<void>
  close: () => void
}

/** @param cookies sessions of different accounts, as many as are needed @throws when a stream is refused */
export async function connectListeners(url: string, cookies: string[], count: number): Promise<Listeners> {
  const sockets = new Set<Socket>()
  let awaiting = new Set<Socket>()
  let onAll = () => {}

  const open = (cookie: string) =>
    new Promise<void>((resolve, reject) => {
      const { hostname, port } = new URL(url)
      const socket = connect(Number(port), hostname)
      socket.setNoDelay(true)
      socket.write(
        `GET /api/live HTTP/1.1\r\nhost: ${hostname}:${port}\r\naccept: text/event-stream\r\ncookie: ${cookie}\r\n\r\n`,
      )
      socket.setEncoding('latin1').on('data', (text: string) => {
        if (!sockets.has(socket)) {
          if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(text))
          sockets.add(socket)
          resolve()
        }
        if (text.includes(HINT) && awaiting.delete(socket) && awaiting.size === 0) onAll()
      })
      socket.on('error', reject)
      socket.on('close', () => sockets.delete(socket))
    })

  for (let from = 0; from < count; from += OPENED_AT_ONCE) {
    const nth = Array.from({ length: Math.min(OPENED_AT_ONCE, count - from) }, (_, at) => from + at)
    await Promise.all(nth.map(at => open(cookies[Math.floor(at / MAX_STREAMS_PER_ACCOUNT)] ?? '')))
  }
  return {
    count: () => sockets.size,
    everyHint: () =>
      new Promise(resolve => {
        awaiting = new Set(sockets)
        onAll = resolve
      }),
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
