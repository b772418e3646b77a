import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** Groups of 16 bits that name a network of IPv6: a person is given a /64, and has all addresses in it. */
const NETWORK_GROUPS = 4

/**
 * By what limits count where a call comes from: the whole address of IPv4 (also when it is mapped into IPv6), the /64
 * of IPv6.
 * @param address as `req.ip` has it
 */
export function addressPrefix(address: string): string {
  const known = cached.get(address)
  if (known !== undefined) return known
  const prefix = prefixOf(address)
  // What is longer is no address: a proxy passes on whatever it was sent.
  if (address.length <= MAX_ADDRESS_LENGTH) cached.set(address, prefix)
  return prefix
}

/** As long as an address of IPv6 with a scope is written. */
const MAX_ADDRESS_LENGTH = 64

/** Each call asks for one, and to read it costs some microseconds. At most a few MB. */
const cached = new LRUCache<string, string>({ max: 10_000 })

function prefixOf(address: string): string {
  // A scope (`fe80::1%eth0`) names a card of this machine, not a network.
  const [plain = ''] = address.split('%', 1)
  if (!ipaddr.isValid(plain)) return address
  const parsed = ipaddr.process(plain)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, NETWORK_GROUPS).map(group => group.toString(16))
  return `${network.join(':')}::/64`
}
