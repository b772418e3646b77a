import { createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/** What a stub makes of a mail: takes it, refuses it for good, or says nothing at all. */
type Manner = 'takes' | 'refuses' | 'is silent'

type Received = { from: string; to: string[]; source: string }

/** A mail server on this machine that understands just enough, keeps what it gets and counts connections. */
export async function startSmtpStub(manner: Manner = 'takes') {
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
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { url: `smtp://127.0.0.1:${port}`, received, connections: () => connections }
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
    say('250 taken')
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
