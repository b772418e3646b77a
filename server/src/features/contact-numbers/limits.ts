import { createHmac, createSecretKey } from 'node:crypto'
import { WITHHELD_NUMBER } from '@blood-bank/contract/contact-numbers/withheld'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { MAX_PAGE_SIZE } from '@blood-bank/contract/listing'
import type { User } from '@blood-bank/contract/users/endpoints'
import { LRUCache } from 'lru-cache'
import type { ContactLimits, ContactReply, Context } from '../../identity/access/context.ts'
import { personOf } from '../../identity/mailboxes/mailbox.ts'
import { networksOf } from '../../platform/network/address-prefix.ts'
import { deriveKey } from '../../platform/secrets/hashes.ts'
import { type Counter, countNumbers, saveWarning } from './store.ts'

/** An account is near a limit from this share of it. */
const NEAR_LIMIT_SHARE = 0.8
/**
 * What all unverified accounts of a network together are sent in an hour (of an IPv6 /56 twice, of a /48 four times as much):
 * no more numbers than one account, and so many names that newcomers on a campus can search each group before they verify.
 */
const PER_NETWORK = { numbers: 60, names: 300 }

type Actor = Pick<User, 'id' | 'email' | 'emailVerified'>
type Options = Pick<Context, 'config' | 'db' | 'recordSecurityEvent' | 'now'> & { authSecret: string }

/**
 * Limits how many distinct phone numbers a person (`personOf`) is sent in an hour and in a day, and all unverified accounts
 * of a network together, because nobody has to own their addresses (decision 16). All servers count together.
 */
export function createContactLimits({
  db,
  authSecret,
  config,
  recordSecurityEvent,
  now,
}: Options): ContactLimits {
  const { verified, unverified } = config.limits.numbers
  const limitsOf = ({ emailVerified }: Actor) => (emailVerified ? verified : unverified)
  // There are so few phone numbers that a hash without a key could be reversed by trying all of them.
  const key = createSecretKey(deriveKey(authSecret, 'phone numbers sent'))
  // Without this cache a page of 300 records would take 2 ms; an entry takes about 100 bytes.
  const hashes = new LRUCache({
    max: 20_000,
    // A JavaScript number holds 6 bytes exactly.
    memoMethod: (text: string) => createHmac('sha256', key).update(text).digest().readUIntBE(0, 6),
  })

  // Otherwise each search would read what was counted: a member repeats one, and pages fetch lists again. About 1 MB.
  const shownWhole = new LRUCache<string, number>({ max: 10_000 })

  /** What the unverified accounts of a network share. A raised limit of an account holds for its network, too. */
  const networkCounters = ({ emailVerified }: Actor, kind: 'numbers' | 'names', address: string): Counter[] =>
    (emailVerified ? [] : networksOf(address)).map(({ prefix, times }) => ({
      network: hashes.memo(`${kind} ${prefix}`),
      hour: Math.max(PER_NETWORK[kind], unverified.hour) * times,
      day: Number.POSITIVE_INFINITY,
    }))

  const personCounter = (actor: Actor): Counter => ({
    ...limitsOf(actor),
    user: { id: actor.id, lock: hashes.memo(personOf(actor)) },
  })

  async function count(counters: Counter[], counted: readonly (number | null)[]) {
    const limited = counters.filter(({ hour, day }) => Number.isFinite(Math.min(hour, day)))
    const isCounting = limited.length > 0 && counted.some(hash => hash !== null)
    const result = isCounting ? await countNumbers(db, limited, { hashes: counted, now: now() }) : null
    const { withheld = [], fitsAt, ...counts } = result ?? {}
    // Rounded up: they must fit at the minute that the page names.
    const until = new Date(Math.ceil((fitsAt?.getTime() ?? 0) / MINUTE_MS) * MINUTE_MS).toISOString()
    return { places: new Set(withheld), until, ...counts }
  }

  /** Warns the admins if the account is near a limit or something was withheld. */
  async function warn(actor: Actor, counts: { lastHour: number; lastDay: number }, wasRefused: boolean) {
    const { hour, day } = limitsOf(actor)
    const isNear = counts.lastHour >= NEAR_LIMIT_SHARE * hour || counts.lastDay >= NEAR_LIMIT_SHARE * day
    if (!wasRefused && !isNear) return
    const warning = { userId: actor.id, ...counts }
    if (await saveWarning(db, { ...warning, wasRefused, warnedAt: now() }))
      recordSecurityEvent(wasRefused ? 'numbers-limit-reached' : 'numbers-limit-near', warning)
  }

  return {
    maxPageSizeFor: ({ emailVerified }) => (emailVerified ? MAX_PAGE_SIZE : config.limits.unverifiedPageSize),

    contactsIn(reply, limits) {
      const records = recordsIn(reply)
      return {
        numbers: records.map(({ contactNumber }) =>
          contactNumber === null ? null : hashes.memo(contactNumber),
        ),
        // A person counts once, whatever they are called.
        names: limits === 'numbers and people' ? records.map(({ id }) => hashes.memo(id)) : [],
      }
    },

    async count(actor, address, { numbers, names, tag }) {
      const key = actor.emailVerified && tag ? `${actor.id} ${tag}` : null
      if (key && now().getTime() - (shownWhole.get(key) ?? 0) < MINUTE_MS) return null
      const ofNames = await count(networkCounters(actor, 'names', address), names)
      const shown = numbers.map((number, place) => (ofNames.places.has(place) ? null : number))
      const counters = [personCounter(actor), ...networkCounters(actor, 'numbers', address)]
      const { lastHour, lastDay, ...ofNumbers } = await count(counters, shown)
      const isRefused = ofNumbers.places.size > 0
      if (lastHour !== undefined && lastDay !== undefined) await warn(actor, { lastHour, lastDay }, isRefused)
      if (isRefused || ofNames.places.size > 0)
        return reply => withhold(reply, { names: ofNames, numbers: ofNumbers })
      if (key) shownWhole.set(key, now().getTime())
      return null
    },
  }
}

const recordsIn = (reply: ContactReply) => ('records' in reply ? reply.records : [reply])

/** Which records are left out of a reply, and which lose their number, by their place, and until when. */
type Withheld = Record<'names' | 'numbers', { places: ReadonlySet<number>; until: string }>

/** A reply without what its reader must not see yet, which says until when. A page without somebody is the last one. */
function withhold(reply: ContactReply, { names, numbers }: Withheld): object {
  const records = recordsIn(reply)
    .map((record, place) =>
      numbers.places.has(place)
        ? { ...record, ...WITHHELD_NUMBER, numberWithheldUntil: numbers.until }
        : record,
    )
    .filter((_, place) => !names.places.has(place))
  if (!('records' in reply)) return records[0] as object
  return {
    ...reply,
    records,
    ...(names.places.size > 0 && { next: null, shortenedUntil: names.until }),
  }
}
