import { createHmac, createSecretKey } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import { MAX_PAGE_SIZE } from '@blood-bank/contract/listing'
import type { User } from '@blood-bank/contract/users/endpoints'
import { LRUCache } from 'lru-cache'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { networksOf } from '../../platform/network/address-prefix.ts'
import { deriveKey } from '../../platform/secrets/keyed-hash.ts'
import { personOf } from '../mailboxes/mailbox.ts'
import { type Counter, countFitting, type Sent } from './sliding-window.ts'
import { insertReplies, listRepliesToPerson, type SentReply, saveWarning } from './store.ts'

/** An account is near a limit from this share of it. */
const NEAR_LIMIT_SHARE = 0.8
/** Each has at most as many numbers as the limit of a day, of about 50 bytes each. */
const MAX_PEOPLE = 5_000
/** Two for each network, of about 10 kB each. Whoever has as many networks as this is limited in each of them. */
const MAX_NETWORK_COUNTERS = 2_000
/**
 * What all unverified accounts of a network together are sent in an hour (of an IPv6 /56 twice, of a /48 four times as much):
 * no more numbers than one account, and so many names that newcomers on a campus can search each group before they verify.
 */
const PER_NETWORK = { numbers: 60, names: 300 }

type Actor = Pick<User, 'id' | 'email' | 'emailVerified'>
/** The hashes of the numbers and of the names in a reply, by the place of the record; no names where they are not limited. */
export type CountedReply = { numbers: readonly (number | null)[]; names: readonly number[] }
/** Which records are left out of a reply, and which lose their number, by their place, and until when. */
export type Withheld = Record<'names' | 'numbers', { places: ReadonlySet<number>; until: string }>
type NumbersEvent = 'numbers-limit-near' | 'numbers-limit-reached'

type Options = {
  db: Database
  authSecret: string
  config: Pick<Config, 'limits'>
  recordSecurityEvent: (event: NumbersEvent, details: Record<string, string | number>) => void
  now: () => Date
}

type Person = {
  /** The accounts for which `sent` was read from the database. */
  accounts: ReadonlySet<string>
  sent: Sent
  /** The replies that are not in the database. */
  unwritten: SentReply[]
}

export type PhoneNumberLimits = ReturnType<typeof createPhoneNumberLimits>

/**
 * Limits how many distinct phone numbers a person (`personOf`) is sent in an hour and in a day, and all unverified accounts
 * of a network together, because nobody has to own their addresses (decision 16). Each server counts in memory. It reads what
 * was counted for a person with the first reply to each of their accounts, and writes that near a limit and when it stops. So
 * no restart ends a limit, a crash forgets less than one, and two servers together send up to two.
 */
export function createPhoneNumberLimits({ db, authSecret, config, recordSecurityEvent, now }: Options) {
  const { verified, unverified } = config.limits.numbers
  const limitsOf = ({ emailVerified }: Actor) => (emailVerified ? verified : unverified)
  // An account that is verified counts for its mailbox, with what it was sent before, and with what an erased one was sent.
  const people = new LRUCache<string, Person, Actor>({
    max: MAX_PEOPLE,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (_, known, { context: actor }) => {
      await save({ ...actor, emailVerified: false })
      const accounts = new Set(known?.accounts).add(actor.id)
      const person = { sent: new Map(), unwritten: [], ...known, accounts }
      for (const { numbers, sentAt } of await listRepliesToPerson(db, actor.id))
        for (const number of numbers.map(Number))
          person.sent.set(number, Math.max(sentAt.getTime(), person.sent.get(number) ?? 0))
      return person
    },
  })
  // Apart: somebody with many networks inside a large one must not displace the counters of large ones.
  const createNetworks = () => new LRUCache({ max: MAX_NETWORK_COUNTERS, memoMethod: (): Sent => new Map() })
  const [largest, inner] = [createNetworks(), createNetworks()]
  // There are so few phone numbers that a hash without a key could be reversed by trying all of them.
  const key = createSecretKey(deriveKey(authSecret, 'phone numbers sent'))
  // Without this cache a page of 300 records would take 2 ms; an entry takes about 100 bytes.
  const hashes = new LRUCache({
    max: 20_000,
    // A JavaScript number holds 6 bytes exactly.
    memoMethod: (text: string) => createHmac('sha256', key).update(text).digest().readUIntBE(0, 6),
  })

  /** Warns the admins if the account is near a limit or something was withheld, and writes its counts. */
  async function warn(actor: Actor, sent: Sent, wasRefused: boolean) {
    const warnedAt = now()
    const limits = limitsOf(actor)
    const hourAgo = warnedAt.getTime() - HOUR_MS
    const lastHour = [...sent.values()].filter(at => at > hourAgo).length
    const isNear = lastHour >= NEAR_LIMIT_SHARE * limits.hour || sent.size >= NEAR_LIMIT_SHARE * limits.day
    if (!wasRefused && !isNear) return
    await save(actor)
    const counts = { userId: actor.id, lastHour, lastDay: sent.size }
    if (await saveWarning(db, { ...counts, wasRefused, warnedAt }))
      recordSecurityEvent(wasRefused ? 'numbers-limit-reached' : 'numbers-limit-near', counts)
  }

  async function save(actor?: Actor) {
    const saved = (actor ? [personOf(actor)] : [...people.keys()])
      .flatMap(key => people.peek(key) ?? [])
      .map(({ unwritten }) => ({ unwritten, replies: unwritten.splice(0) }))
    const replies = saved.flatMap(({ replies }) => replies)
    await insertReplies(db, replies).catch(error => {
      for (const { unwritten, replies } of saved) unwritten.push(...replies)
      throw error
    })
  }

  /** What the unverified accounts of a network share. */
  function networkCounters(kind: 'numbers' | 'names', address: string): Counter[] {
    const networks = networksOf(address)
    return networks.map(({ prefix, times }, nth) => ({
      sent: (nth === networks.length - 1 ? largest : inner).memo(`${kind} ${prefix}`),
      // A raised limit of an account holds for its network, too.
      limits: { hour: Math.max(PER_NETWORK[kind], unverified.hour) * times },
    }))
  }

  /** The numbers that fit, counted for the account and, before it is verified, for its network. */
  async function countNumbers(actor: Actor, numbers: CountedReply['numbers'], shared: Counter[]) {
    const limits = limitsOf(actor)
    const isLimited = Number.isFinite(Math.min(limits.hour, limits.day))
    if (!isLimited || numbers.every(number => number === null))
      return countFitting(numbers, shared, now().getTime())
    const person = personOf(actor)
    const forceRefresh = !people.peek(person)?.accounts.has(actor.id)
    const { sent, unwritten } = await people.forceFetch(person, { forceRefresh, context: actor })
    const sentAt = now()
    const counted = countFitting(numbers, [{ sent, limits }, ...shared], sentAt.getTime())
    const { added, left } = counted
    if (added.length > 0) unwritten.push({ userId: actor.id, sentAt, numbers: added })
    if (added.length > 0 || left.length > 0) await warn(actor, sent, left.length > 0)
    return counted
  }

  const withheldOf = ({ left, fitsAt }: Pick<ReturnType<typeof countFitting>, 'left' | 'fitsAt'>) => ({
    places: new Set(left),
    // Rounded up: they must fit at the minute that the page names.
    until: new Date(Math.ceil(fitsAt / MINUTE_MS) * MINUTE_MS).toISOString(),
  })

  return {
    /** Hashes a number or a name. */
    hashOf: (text: string): number => hashes.memo(text),

    /** The largest page that an account may get. */
    maxPageSizeFor: ({ emailVerified }: Actor): number =>
      emailVerified ? MAX_PAGE_SIZE : config.limits.unverifiedPageSize,

    /** Counts a reply before it is sent. @returns null if all of it may be sent */
    async count(actor: Actor, address: string, { numbers, names }: CountedReply): Promise<Withheld | null> {
      const shared = (kind: 'numbers' | 'names') =>
        actor.emailVerified ? [] : networkCounters(kind, address)
      const ofNames = withheldOf(countFitting(names, shared('names'), now().getTime()))
      const shown = numbers.map((number, place) => (ofNames.places.has(place) ? null : number))
      const ofNumbers = withheldOf(await countNumbers(actor, shown, shared('numbers')))
      return ofNames.places.size + ofNumbers.places.size > 0 ? { names: ofNames, numbers: ofNumbers } : null
    },

    /** Writes the counts of a person, or of all, so that they are read after a restart or an erasure. */
    save,
  }
}
