import { createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/** Whether the stub accepts a mail, accepts it after a second, rejects it permanently, never ends its reply, or never replies. */
type Behavior = 'accepts' | 'slow' | 'rejects' | 'trickles' | 'silent'

const SLOW_REPLY_MS = 1_000
const TRICKLE_MS = 50

type Received = { from: string; to: string[]; source: string }

/**
 * Starts a minimal SMTP server on this machine that stores received mails and counts connections.
 * @param until registers the function that stops it; by default it stops after the test file
 * @param port a fixed port, so that a server can return at the same address
 */
export async function startSmtpStub(
  behavior: Behavior = 'accepts',
  until: (end: () => void) => void = afterAll,
  port = 0,
) {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer(socket => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    if (behavior === 'silent') return
    converse(socket, behavior, mail => received.push(mail))
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  until(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const listensAt = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { url: `smtp://127.0.0.1:${listensAt}`, port: listensAt, received, connections: () => connections }
}

function converse(socket: Socket, behavior: Behavior, onMail: (mail: Received) => void) {
  let mail: Received = { from: '', to: [], source: '' }
  let unread = ''
  let isInText = false
  const reply = (line: string) => socket.write(`${line}\r\n`)

  const onCommand = (line: string) => {
    const [, verb = ''] = /^([a-z]+)/i.exec(line) ?? []
    const address = /<(.*)>/.exec(line)?.[1] ?? ''
    if (/^(ehlo|helo)$/i.test(verb)) return reply('250 stub')
    if (/^mail$/i.test(verb)) mail = { from: address, to: [], source: '' }
    if (/^rcpt$/i.test(verb)) {
      if (behavior === 'rejects') return reply('550 5.1.1 no such mailbox here')
      mail.to.push(address)
    }
    if (/^data$/i.test(verb)) {
      isInText = true
      return reply('354 go on')
    }
    return reply(/^quit$/i.test(verb) ? '221 bye' : '250 ok')
  }

  const readText = () => {
    const end = unread.indexOf('\r\n.\r\n')
    if (end === -1) return false
    mail.source = unread.slice(0, end)
    unread = unread.slice(end + 5)
    isInText = false
    onMail(mail)
    if (behavior === 'slow') setTimeout(reply, SLOW_REPLY_MS, '250 accepted')
    else if (behavior === 'trickles') {
      const trickling = setInterval(reply, TRICKLE_MS, '250-please wait')
      socket.on('close', () => clearInterval(trickling))
    } else reply('250 accepted')
    return true
  }

  const readCommand = () => {
    const end = unread.indexOf('\r\n')
    if (end === -1) return false
    const line = unread.slice(0, end)
    unread = unread.slice(end + 2)
    onCommand(line)
    return true
  }

  reply('220 stub')
  socket.on('data', chunk => {
    unread += chunk.toString('latin1')
    while (isInText ? readText() : readCommand());
  })
}
