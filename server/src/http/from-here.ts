import type { FastifyRequest } from 'fastify'
import { refuse } from './refuse.ts'

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/

/** Whether a call comes from this machine: by the socket's own address, since a header could say anything. */
export const isFromHere = ({ socket }: FastifyRequest) => LOOPBACK.test(socket.remoteAddress ?? '')

const ADDED_BY_PROXIES = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** Whether a proxy passed the call on: one on this machine makes strangers look as if they sat at it. */
export const isPassedOn = ({ headers }: FastifyRequest) =>
  ADDED_BY_PROXIES.some(name => headers[name] !== undefined)

/** For what is shown to the person at this machine only; to others there is nothing at the address. */
export async function onlyFromHere(req: FastifyRequest): Promise<void> {
  if (!isFromHere(req)) throw refuse('not-found')
}
