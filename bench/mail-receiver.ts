import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { listenLocally } from './listening.ts'

/** Starts a mail server that accepts everything and remembers who was sent something, and when. */
export async function startMailReceiver(cleanUp: AsyncDisposableStack) {
  const receivedAt = new Map<string, number>()
  let accepted = 0
  const server = createServer(socket => {
    let recipient = ''
    let isInText = false
    const reply = (line: string) => socket.write(`${line}\r\n`)
    socket.setNoDelay(true).on('error', () => socket.destroy())
    createInterface({ input: socket }).on('line', line => {
      if (isInText && line !== '.') return
      if (isInText) {
        accepted += 1
        receivedAt.set(recipient, performance.now())
      }
      isInText = !isInText && /^data$/i.test(line)
      recipient = /^rcpt to:<(.*)>/i.exec(line)?.[1] ?? recipient
      reply(isInText ? '354 go on' : /^quit$/i.test(line) ? '221 bye' : '250 ok')
    })
    reply('220 receiver')
  })
  cleanUp.defer(() => void server.close())
  return {
    url: `smtp://127.0.0.1:${await listenLocally(server)}`,
    /** How many emails it has accepted. */
    countAccepted: () => accepted,
    /** When an address was sent its last email, on the clock of `performance.now()`; null if it was sent none. */
    lastMailTo: (address: string) => receivedAt.get(address) ?? null,
  }
}
