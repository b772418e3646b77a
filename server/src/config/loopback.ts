import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Loopback addresses: 127.0.0.0/8 and ::1, also IPv4 mapped into IPv6. */
const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/i

/** Whether a network address is a loopback address. */
export const isLoopbackAddress = (address: string): boolean => LOOPBACK_ADDRESS.test(address)

/** Whether an address belongs to the public internet, and not to this machine or to a private network. */
export const isPublicIpAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

/**
 * Whether the host of a URL or `Host` header is a loopback name or address. Names under `localhost` are loopback names
 * (RFC 6761, 6.3).
 * @param host with or without a port; IPv6 with a port in brackets
 */
export function isLoopbackHost(host: string): boolean {
  if (isLoopbackAddress(host)) return true
  const name = host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()
  return isIP(name) === 0 ? name === 'localhost' || name.endsWith('.localhost') : isLoopbackAddress(name)
}
