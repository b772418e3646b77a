import type { FastifyRequest } from 'fastify'
import { isLoopbackAddress, isLoopbackHost } from '../../config/loopback.ts'
import { refuse } from '../refuse.ts'

/**
 * What proxies, load balancers and content networks add to the calls that they pass on. One on this machine makes
 * strangers look as if they sat at it.
 */
const PROXY_HEADER =
  /^(forwarded|via|max-forwards|cdn-loop|true-client-ip|cf-.+|fastly-.+|x-(forwarded|original|real|client|cluster|envoy|amzn|arr|proxy|request-id|correlation-id|rewrite).*)$/

/**
 * Whether the person at this machine makes a call, and nobody else through it:
 * - it comes from a loopback address: by the socket's own, since a header could say anything;
 * - it asks for a loopback host: a foreign name that leads to this machine would give its page our replies;
 * - nothing in it is of a proxy. A proxy that adds no header and names this machine as the host is told by HTTP/1.0,
 *   which nginx speaks unless it is told otherwise, or by an `Origin` elsewhere; whatever else one hides, a site that
 *   strangers reach has a public `PUBLIC_URL`, with which nothing is served to local callers alone.
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

/** For what is shown to the person at this machine only; to others there is nothing at the address. */
export async function requireLocalCall(req: FastifyRequest): Promise<void> {
  if (!isLocalCall(req)) throw refuse('not-found')
}
