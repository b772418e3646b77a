import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** A network for which limits count a caller, and how many times the limit of a single one it has. */
export type CountedNetwork = { prefix: string; times: number }

/**
 * The IPv6 networks that one customer may have: providers assign a /64, a /56 (256 of them) or a /48. It may be a campus, so
 * the larger ones have more than a /64 has.
 */
const IPV6_NETWORKS = [
  { bits: 64, times: 1 },
  { bits: 56, times: 2 },
  { bits: 48, times: 4 },
]

/**
 * The networks of a caller, the narrowest first: the whole IPv4 address (also if mapped into IPv6), or the /64, /56 and /48
 * of an IPv6 address. A limit by network holds for each of them, with `times` its maximum.
 * @param address the value of `req.ip`
 */
export function networksOf(address: string): readonly CountedNetwork[] {
  const known = cached.get(address)
  if (known !== undefined) return known
  const networks = findNetworks(address)
  // A proxy may forward arbitrary text; anything longer is not an address.
  if (address.length <= MAX_ADDRESS_LENGTH) cached.set(address, networks)
  return networks
}

/** The narrowest network of a caller. Guesses at one account are counted by it (docs/decisions/0006). */
export const addressPrefix = (address: string): string => networksOf(address)[0]?.prefix ?? address

/**
 * The largest network that surely belongs to one customer: the whole IPv4 address, or the /56 of an IPv6 address, of which
 * providers give a household 256 times a /64. Two accounts that were registered there can be one person.
 */
export const customerNetwork = (address: string): string =>
  networksOf(address)[1]?.prefix ?? addressPrefix(address)

/** The length of an IPv6 address with a scope. */
const MAX_ADDRESS_LENGTH = 64

/** Every call needs its networks, and parsing takes some microseconds. The cache takes a few MB at most. */
const cached = new LRUCache<string, readonly CountedNetwork[]>({ max: 10_000 })

/** Some proxies forward the port of the caller, too, which differs from call to call. */
const PORT = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/

function findNetworks(address: string): CountedNetwork[] {
  const [, ipv6, ipv4] = PORT.exec(address) ?? []
  // A scope (`fe80::1%eth0`) names an interface of this machine, not a network.
  const [plain = ''] = (ipv6 ?? ipv4 ?? address).split('%', 1)
  if (!ipaddr.isValid(plain)) return [{ prefix: address, times: 1 }]
  const parsed = ipaddr.process(plain)
  if (parsed instanceof ipaddr.IPv4) return [{ prefix: parsed.toString(), times: 1 }]
  return IPV6_NETWORKS.map(({ bits, times }) => ({ prefix: ipv6Prefix(parsed.parts, bits), times }))
}

/** @param parts the 16-bit groups of the address */
function ipv6Prefix(parts: number[], bits: number): string {
  const groups = parts.slice(0, Math.ceil(bits / 16))
  const last = groups.length - 1
  groups[last] = (groups[last] ?? 0) & (0xffff << (groups.length * 16 - bits))
  return `${groups.map(group => group.toString(16)).join(':')}::/${bits}`
}
