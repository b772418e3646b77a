import { setImmediate } from 'node:timers'
import type { FastifyInstance } from 'fastify'
import { networksOf } from '../../network/address-prefix.ts'
import { addTo, createTurns, takeNext } from './turns.ts'

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
