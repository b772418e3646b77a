import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** The 16-bit groups of an IPv6 network: providers assign a /64, so one person has all addresses in it. */
const NETWORK_GROUPS = 4

/**
 * The prefix by which limits identify the network of a caller: the whole IPv4 address (also if mapped into IPv6), or the
 * /64 of an IPv6 address.
 * @param address the value of `req.ip`
 */
export function addressPrefix(address: string): string {
  const known = cached.get(address)
  if (known !== undefined) return known
  const prefix = prefixOf(address)
  // A proxy may forward arbitrary text; anything longer is not an address.
  if (address.length <= MAX_ADDRESS_LENGTH) cached.set(address, prefix)
  return prefix
}

/**
 * The largest network that surely belongs to one customer: the whole IPv4 address, or the /56 of an IPv6 address, of which
 * providers give a household 256 times a /64. Two accounts that were registered there can be one person.
 */
export function customerNetwork(address: string): string {
  const prefix = addressPrefix(address)
  const [, first, last] = /^((?:[0-9a-f]+:){3})([0-9a-f]+)::\/64$/.exec(prefix) ?? []
  if (first === undefined || last === undefined) return prefix
  return `${first}${(Number.parseInt(last, 16) & 0xff00).toString(16)}::/56`
}

/** The length of an IPv6 address with a scope. */
const MAX_ADDRESS_LENGTH = 64

/** Every call needs a prefix, and parsing takes some microseconds. The cache takes a few MB at most. */
const cached = new LRUCache<string, string>({ max: 10_000 })

/** Some proxies forward the port of the caller, too, which differs from call to call. */
const PORT = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/

function prefixOf(address: string): string {
  const [, ipv6, ipv4] = PORT.exec(address) ?? []
  // A scope (`fe80::1%eth0`) names an interface of this machine, not a network.
  const [plain = ''] = (ipv6 ?? ipv4 ?? address).split('%', 1)
  if (!ipaddr.isValid(plain)) return address
  const parsed = ipaddr.process(plain)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, NETWORK_GROUPS).map(group => group.toString(16))
  return `${network.join(':')}::/64`
}
