import ipaddr from 'ipaddr.js'

/** Groups of 16 bits that name a network of IPv6: a person is given a /64, and has all addresses in it. */
const NETWORK_GROUPS = 4

/**
 * By what limits count where a call comes from: the whole address of IPv4 (also when it is mapped into IPv6), the /64
 * of IPv6.
 * @param address as `req.ip` has it
 */
export function addressPrefix(address: string): string {
  // A scope (`fe80::1%eth0`) names a card of this machine, not a network.
  const [plain = ''] = address.split('%', 1)
  if (!ipaddr.isValid(plain)) return address
  const parsed = ipaddr.process(plain)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, NETWORK_GROUPS).map(group => group.toString(16))
  return `${network.join(':')}::/64`
}
