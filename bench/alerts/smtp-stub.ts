import { createServer } from 'node:net'

/**
 * A mail server that accepts every email, in a process of its own. It tells its parent its address, and how many emails
 * it has accepted whenever the parent asks.
 */
let accepted = 0

const server = createServer(socket => {
  let unread = ''
  let isInText = false
  const read = () => {
    const mark = isInText ? '\r\n.\r\n' : '\r\n'
    const end = unread.indexOf(mark)
    if (end === -1) return false
    const line = unread.slice(0, end)
    unread = unread.slice(end + mark.length)
    if (isInText) accepted += 1
    isInText = !isInText && /^data$/i.test(line)
    socket.write(isInText ? '354 go on\r\n' : /^quit$/i.test(line) ? '221 bye\r\n' : '250 ok\r\n')
    return true
  }
  socket.setNoDelay(true).on('error', () => {})
  socket.on('data', chunk => {
    unread += chunk.toString('latin1')
    while (read());
  })
  socket.write('220 stub\r\n')
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.')
  process.send?.({ url: `smtp://127.0.0.1:${address.port}` })
})
process.on('message', () => process.send?.({ accepted }))
process.on('disconnect', () => process.exit())
