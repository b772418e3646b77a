import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { addressPrefix } from '../../network/address-prefix.ts'
import { refuse } from '../refuse.ts'

/** A page of a list has at most some hundred kilobytes; nobody whose replies are read has many of them waiting. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024
const CHECK_INTERVAL_MS = 5_000

/**
 * Limits how many connections one network address has open, and how many bytes of replies wait in this process for it to
 * read them. A connection counts for whoever sent the last request over it, so clients behind a trusted proxy are told
 * apart.
 * @param max infinite to limit nothing
 */
export function limitConnections(app: FastifyInstance, max: number): void {
  if (!Number.isFinite(max)) return
  const addresses = new Map<Socket, string>()
  const counts = new Map<string, number>()
  const count = (address: string, change: 1 | -1) => {
    const next = (counts.get(address) ?? 0) + change
    if (next === 0) counts.delete(address)
    else counts.set(address, next)
    return next
  }

  app.server.on('connection', (socket: Socket) => {
    const address = addressPrefix(socket.remoteAddress ?? '')
    addresses.set(socket, address)
    socket.once('close', () => {
      count(addresses.get(socket) ?? address, -1)
      addresses.delete(socket)
    })
    if (count(address, 1) > max) socket.destroy()
  })

  app.addHook('onRequest', (req, reply, done) => {
    const address = addressPrefix(req.ip)
    const known = addresses.get(req.socket)
    // An injected call has no connection.
    if (known === undefined || known === address) return done()
    addresses.set(req.socket, address)
    count(known, -1)
    if (count(address, 1) <= max) return done()
    reply.header('connection', 'close')
    done(refuse('too-many-calls', { retryAfterSeconds: 1 }))
  })

  const timer = setInterval(
    () => disconnectBusiestReaders([...addresses], MAX_WAITING_BYTES),
    CHECK_INTERVAL_MS,
  ).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Browsers and proxies wait for a reply before they send the next request over the same connection. */
const MAX_PIPELINED = 16

/**
 * Closes a connection over which so many requests came before the reply to one before them. Node starts all that have
 * arrived in one turn of the event loop, so that a single connection would keep everybody waiting.
 */
export function limitPipelining(app: FastifyInstance): void {
  const pipelined = new WeakMap<Socket, number>()
  app.addHook('onRequest', (req, reply, done) => {
    const { socket } = req
    // A reply is given the connection when those before it are sent.
    if (reply.raw.socket !== null) {
      pipelined.delete(socket)
      return done()
    }
    const count = (pipelined.get(socket) ?? 0) + 1
    pipelined.set(socket, count)
    if (count <= MAX_PIPELINED) return done()
    reply.hijack()
    socket.destroy()
  })
}

/** Closes the connections of each address for which more bytes wait, those first on which the most wait. */
export function disconnectBusiestReaders(
  connections: [Pick<Socket, 'writableLength' | 'destroy'>, string][],
  maxBytes: number,
): void {
  const waiting = new Map<string, number>()
  const fewestFirst = connections
    .filter(([{ writableLength }]) => writableLength > 0)
    .sort(([one], [other]) => one.writableLength - other.writableLength)
  for (const [socket, address] of fewestFirst) {
    const bytes = (waiting.get(address) ?? 0) + socket.writableLength
    if (bytes > maxBytes) socket.destroy()
    else waiting.set(address, bytes)
  }
}
