import { createServer } from 'node:net'
import type { CleanUp } from './clean-up.ts'
import { listenLocally } from './listening.ts'

/** A mail server that accepts everything and remembers who was sent something, and when. */
export type MailReceiver = {
  url: string
  /** How many emails it has accepted. */
  countAccepted: () => number
  /** When an address was sent its last email, on the clock of `performance.now()`; null if it was sent none. */
  lastMailTo: (address: string) => number | null
}

export async function startMailReceiver(cleanUp: CleanUp): Promise<MailReceiver> {
  const receivedAt = new Map<string, number>()
  let accepted = 0
  const server = createServer(socket => {
    let unread = ''
    let isInText = false
    let recipient = ''
    const read = () => {
      const mark = isInText ? '\r\n.\r\n' : '\r\n'
      const end = unread.indexOf(mark)
      if (end === -1) return false
      const line = unread.slice(0, end)
      unread = unread.slice(end + mark.length)
      if (isInText) {
        accepted += 1
        receivedAt.set(recipient, performance.now())
      }
      isInText = !isInText && /^data$/i.test(line)
      recipient = (!isInText && /^rcpt to:<(.*)>/i.exec(line)?.[1]) || recipient
      socket.write(isInText ? '354 go on\r\n' : /^quit$/i.test(line) ? '221 bye\r\n' : '250 ok\r\n')
      return true
    }
    socket.setNoDelay(true).on('error', () => socket.destroy())
    socket.on('data', part => {
      unread += part.toString('latin1')
      while (read());
    })
    socket.write('220 receiver\r\n')
  })
  const port = await listenLocally(server)
  cleanUp(() => void server.close())
  return {
    url: `smtp://127.0.0.1:${port}`,
    countAccepted: () => accepted,
    lastMailTo: address => receivedAt.get(address) ?? null,
  }
}
