import { LRUCache } from 'lru-cache'
import { addressPrefix } from '../../platform/network/address-prefix.ts'
import { addNumbers, findRetryTime, type SentNumbers } from './time-windows.ts'

/** As many as one unverified account may be sent in an hour: a second account behind the same address gains nothing. */
const MAX_NUMBERS_PER_HOUR = 60

/**
 * Newcomers behind the address of a campus can search each group before they verify: the demo campus has 200 donors, and
 * two names in each of 14 requests.
 */
const MAX_NAMES_PER_HOUR = 300

/** About 20 kB each. Whoever has as many networks as this is limited in each of them. */
const MAX_NETWORKS = 1_000

type Sent = { numbers: SentNumbers; names: SentNumbers }

/**
 * Limits how many different phone numbers and names all unverified accounts together are sent in an hour at one network
 * address. Nobody has to own the address of such an account, so a limit for each account alone stops nobody. Each server
 * counts for itself.
 * @param perAccount what one unverified account is sent in an hour: a raised limit holds for its network, too
 */
export function createNetworkLimits({ perAccount, now }: { perAccount: number; now: () => Date }) {
  const networks = new LRUCache<string, Sent>({ max: MAX_NETWORKS })
  const limits = {
    numbers: Math.max(MAX_NUMBERS_PER_HOUR, perAccount),
    names: Number.isFinite(perAccount) ? MAX_NAMES_PER_HOUR : Number.POSITIVE_INFINITY,
  }
  const kinds = ['numbers', 'names'] as const

  return {
    /**
     * Counts a reply, unless it exceeds a limit.
     * @param address the network address of the caller
     * @returns when the reply fits, in ms; null if it fits now
     */
    count(address: string, reply: Record<keyof Sent, readonly number[]>): number | null {
      const network = addressPrefix(address)
      const sent = networks.get(network) ?? { numbers: new Map(), names: new Map() }
      networks.set(network, sent)
      const time = now().getTime()
      const retryTimes = kinds.flatMap(kind => {
        const perHour = { hour: limits[kind] }
        return findRetryTime(sent[kind], reply[kind], { limits: perHour, now: time })?.at ?? []
      })
      if (retryTimes.length > 0) return Math.max(...retryTimes)
      for (const kind of kinds) addNumbers(sent[kind], reply[kind], time)
      return null
    },
  }
}
