import { isIP } from 'node:net'

/** The addresses of this machine alone: 127.0.0.0/8 and ::1, also as IPv4 mapped into IPv6. */
const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/i

/** Whether a network address is one of this machine alone. */
export const isLoopbackAddress = (address: string): boolean => LOOPBACK_ADDRESS.test(address)

/**
 * Whether a host, as it stands in an address or a `Host` header, names this machine alone. Names under `localhost` are
 * reserved for that (RFC 6761, 6.3).
 * @param host with or without a port; IPv6 in brackets
 */
export function isLoopbackHost(host: string): boolean {
  const name = host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()
  return isIP(name) === 0 ? name === 'localhost' || name.endsWith('.localhost') : isLoopbackAddress(name)
}
