import { createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/** What a stub makes of a mail: takes it, takes it after a second, refuses it for good, or says nothing at all. */
type Manner = 'takes' | 'is slow' | 'refuses' | 'is silent'

const SLOWLY_MS = 1_000

type Received = { from: string; to: string[]; source: string }

/**
 * A mail server on this machine that understands just enough, keeps what it gets and counts connections.
 * @param until when it ends: after the file unless said otherwise
 * @param port where it listens, so that it can come back where it was
 */
export async function startSmtpStub(
  manner: Manner = 'takes',
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
    if (manner === 'is silent') return
    converse(socket, manner, mail => received.push(mail))
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

function converse(socket: Socket, manner: Manner, keep: (mail: Received) => void) {
  let mail: Received = { from: '', to: [], source: '' }
  let unread = ''
  let isInText = false
  const say = (line: string) => socket.write(`${line}\r\n`)

  const onCommand = (line: string) => {
    const [, verb = ''] = /^([a-z]+)/i.exec(line) ?? []
    const address = /<(.*)>/.exec(line)?.[1] ?? ''
    if (/^(ehlo|helo)$/i.test(verb)) return say('250 stub')
    if (/^mail$/i.test(verb)) mail = { from: address, to: [], source: '' }
    if (/^rcpt$/i.test(verb)) {
      if (manner === 'refuses') return say('550 5.1.1 no such mailbox here')
      mail.to.push(address)
    }
    if (/^data$/i.test(verb)) {
      isInText = true
      return say('354 go on')
    }
    return say(/^quit$/i.test(verb) ? '221 bye' : '250 ok')
  }

  const readText = () => {
    const end = unread.indexOf('\r\n.\r\n')
    if (end === -1) return false
    mail.source = unread.slice(0, end)
    unread = unread.slice(end + 5)
    isInText = false
    keep(mail)
    if (manner === 'is slow') setTimeout(say, SLOWLY_MS, '250 taken')
    else say('250 taken')
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

  say('220 stub')
  socket.on('data', chunk => {
    unread += chunk.toString('latin1')
    while (isInText ? readText() : readCommand());
  })
}
