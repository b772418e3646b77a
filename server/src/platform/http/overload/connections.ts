import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers'
import type { FastifyInstance } from 'fastify'
import { type CountedNetwork, networksOf } from '../../network/address-prefix.ts'
import { refuse } from '../refuse.ts'
import { addTo, createTurns, takeNext } from './turns.ts'

/** A page of a list has at most some hundred kilobytes; nobody whose replies are read has many of them waiting. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024
const CHECK_INTERVAL_MS = 5_000

/**
 * Limits how many connections one network has open, and how many bytes of replies wait in this process for it to read them.
 * A connection counts for whoever sent the last request over it, so clients behind a trusted proxy are told apart.
 * @param max infinite to limit nothing
 */
export function limitConnections(app: FastifyInstance, max: number): void {
  if (!Number.isFinite(max)) return
  const owners = new Map<Socket, readonly CountedNetwork[]>()
  const counts = new Map<string, number>()
  const release = (networks: readonly CountedNetwork[]) => {
    for (const { prefix } of networks) {
      const left = (counts.get(prefix) ?? 0) - 1
      if (left > 0) counts.set(prefix, left)
      else counts.delete(prefix)
    }
  }
  /** Counts a connection. @returns whether it is one too many */
  const count = (networks: readonly CountedNetwork[]) => {
    for (const { prefix } of networks) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
    return networks.some(({ prefix, times }) => (counts.get(prefix) ?? 0) > max * times)
  }

  app.server.on('connection', (socket: Socket) => {
    const networks = networksOf(socket.remoteAddress ?? '')
    owners.set(socket, networks)
    socket.once('close', () => {
      release(owners.get(socket) ?? networks)
      owners.delete(socket)
    })
    if (count(networks)) socket.destroy()
  })

  app.addHook('onRequest', (req, reply, done) => {
    const networks = networksOf(req.ip)
    const known = owners.get(req.socket)
    // An injected call has no connection.
    if (known === undefined || known[0]?.prefix === networks[0]?.prefix) return done()
    owners.set(req.socket, networks)
    release(known)
    if (!count(networks)) return done()
    // Of a proxy, whose connection this is, too.
    reply.header('connection', 'close')
    done(refuse('too-many-calls', { retryAfterSeconds: 1 }))
  })

  const timer = setInterval(
    () => disconnectBusiestReaders([...owners], MAX_WAITING_BYTES),
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

/** Closes the connections of each network for which more bytes wait, those first on which the most wait. */
export function disconnectBusiestReaders(
  connections: [Pick<Socket, 'writableLength' | 'destroy'>, readonly CountedNetwork[]][],
  maxBytes: number,
): void {
  const waiting = new Map<string, number>()
  const fewestFirst = connections
    .filter(([{ writableLength }]) => writableLength > 0)
    .sort(([one], [other]) => one.writableLength - other.writableLength)
  for (const [socket, networks] of fewestFirst) {
    const sums = networks.map(({ prefix }) => (waiting.get(prefix) ?? 0) + socket.writableLength)
    if (networks.some(({ times }, nth) => (sums[nth] ?? 0) > maxBytes * times)) socket.destroy()
    else for (const [nth, { prefix }] of networks.entries()) waiting.set(prefix, sums[nth] ?? 0)
  }
}

/**
 * Requests that begin in one turn of the event loop. Node reads from all connections in a turn, and accepts one new one: if
 * hundreds of requests that are answered at once, such as refusals, came in each turn, others would not be connected for
 * seconds.
 */
const MAX_BEGUN_PER_TURN = 4

/** Begins a few requests in each turn of the event loop, in turn of the networks that they come from. */
export function beginInTurn(app: FastifyInstance): void {
  const waiting = createTurns<() => void>()
  let begun = 0
  const startTurn = () => {
    begun = 0
    while (begun < MAX_BEGUN_PER_TURN) {
      const begin = takeNext(waiting)
      if (!begin) break
      begun += 1
      begin()
    }
    if (begun > 0) setImmediate(startTurn)
  }

  app.addHook('onRequest', (req, reply, done) => {
    if (begun === MAX_BEGUN_PER_TURN) {
      const path = networksOf(req.ip).map(({ prefix }) => prefix)
      // Whoever has left meanwhile gets no reply.
      return void addTo(waiting, path.reverse(), () => (req.socket.destroyed ? reply.hijack() : done()))
    }
    if (begun === 0) setImmediate(startTurn)
    begun += 1
    done()
  })
}
