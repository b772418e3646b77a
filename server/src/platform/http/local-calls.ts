import type { FastifyRequest } from 'fastify'
import { isLoopbackAddress, isLoopbackHost } from '../../config/loopback.ts'
import { refuse } from './refuse.ts'

/**
 * The headers that proxies, load balancers and CDNs add to forwarded requests. Through a proxy on this machine, remote
 * callers have a loopback address.
 */
const PROXY_HEADER =
  /^(?:(?:forwarded|via|max-forwards|cdn-loop|true-client-ip)$|cf-|fastly-|x-(?:forwarded|original|real|client|cluster|envoy|amzn|arr|proxy|request-id|correlation-id|rewrite))/

/**
 * Whether a call was made on this machine and not forwarded by a proxy:
 * - Its socket has a loopback address. Headers could be forged.
 * - Its `Host` is a loopback name. This prevents DNS rebinding, with which another site could read the replies.
 * - It shows no sign of a proxy. A proxy that adds no header and sends a loopback `Host` is recognized by HTTP/1.0, the
 *   default of nginx, or by the `Origin` of another host. Even if a proxy hides all of this, a public site has a public
 *   `PUBLIC_URL`, with which nothing is restricted to local callers only.
 */
export function isLocalCall({ socket, headers, raw }: FastifyRequest): boolean {
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    isLoopbackHost(headers.host ?? '') &&
    isLocalOrigin(headers.origin) &&
    raw.httpVersion !== '1.0' &&
    !Object.keys(headers).some(name => PROXY_HEADER.test(name))
  )
}

const isLocalOrigin = (origin: string | undefined) =>
  origin === undefined || (URL.canParse(origin) && isLoopbackHost(new URL(origin).host))

/** A hook for routes that only local callers may see; others receive 404. */
export async function requireLocalCall(req: FastifyRequest): Promise<void> {
  if (!isLocalCall(req)) throw refuse('not-found')
}
