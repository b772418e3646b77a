import { once } from 'node:events'
import { createServer } from 'node:net'
import type { CleanUp } from '../clean-up.ts'

/** A mail server that accepts everything and remembers who was sent something, and when. */
export type MailReceiver = {
  url: string
  /** When an address was sent its last mail, on the clock of `performance.now()`; null if it was sent none. */
  lastMailTo: (address: string) => number | null
}

export async function startMailReceiver(cleanUp: CleanUp): Promise<MailReceiver> {
  const receivedAt = new Map<string, number>()
  const server = createServer(socket => {
    let unread = ''
    let isInText = false
    let recipients: string[] = []
    const read = () => {
      const mark = isInText ? '\r\n.\r\n' : '\r\n'
      const end = unread.indexOf(mark)
      if (end === -1) return false
      const line = unread.slice(0, end)
      unread = unread.slice(end + mark.length)
      if (isInText) {
        for (const recipient of recipients) receivedAt.set(recipient, performance.now())
        recipients = []
      }
      const recipient = isInText ? undefined : /^rcpt to:<(.*)>/i.exec(line)?.[1]
      if (recipient) recipients.push(recipient)
      isInText = !isInText && /^data$/i.test(line)
      socket.write(isInText ? '354 go on\r\n' : /^quit$/i.test(line) ? '221 bye\r\n' : '250 ok\r\n')
      return true
    }
    socket.on('error', () => socket.destroy())
    socket.on('data', part => {
      unread += part.toString('latin1')
      while (read());
    })
    socket.write('220 receiver\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const listening = server.address()
  if (listening === null || typeof listening === 'string') throw new Error('The mail server has no port.')
  cleanUp(() => void server.close())
  return {
    url: `smtp://127.0.0.1:${listening.port}`,
    lastMailTo: address => receivedAt.get(address) ?? null,
  }
}
