import { daysBefore } from '../../operations/demo/days-before.ts'
import { createRandom, type Random } from '../../operations/demo/random.ts'

/** How many there are of everything in a campus of one size, and the moment at which it is looked at. */
export type Plan = { members: number; donors: number; accounts: number; bloodRequests: number; now: Date }

/** Of scale 1; the newest account is made and the newest request posted just before `now`. */
const MEMBERS = 50_000
const DONORS = 100_000
const BLOOD_REQUESTS = 200_000

/**
 * 50,000 users and 100,000 donors. Every donor has an account and no account has two profiles, so the users cannot
 * be all accounts: they are the members who do not give blood, and stand beside 100,000 accounts of donors.
 * There are 150,000 rows in `users`, and 200,000 blood requests, which the members who do not give have posted.
 */
export const planCampus = ({ scale, now }: { scale: number; now: Date }): Plan => ({
  members: Math.round(MEMBERS * scale),
  donors: Math.round(DONORS * scale),
  accounts: Math.round((MEMBERS + DONORS) * scale),
  bloodRequests: Math.round(BLOOD_REQUESTS * scale),
  now,
})

/** With it 281 donors of AB− are found at scale 1, as many as the speed goals speak of. */
const SEED = 1916

const KINDS = ['account', 'donor', 'blood-request'] as const

/**
 * A source of chance for each row, so that any row can be drawn again without those before it, and nothing has to be
 * remembered however large the campus is.
 */
export const randomOf = (kind: (typeof KINDS)[number], nth: number): Random =>
  createRandom(Math.imul(SEED, 0x85ebca6b) + KINDS.indexOf(kind) * 1_000_000_000 + nth)

/** A moment in the slot of the nth of so many that are spread over the days up to now; a later one is never earlier. */
export const spreadOver = (
  days: number,
  { nth, of, now }: { nth: number; of: number; now: Date },
  share: number,
) => daysBefore(now, days * (1 - (nth + share) / of))

/** An id as the database would have made it at a moment: of version 7. */
export function idAt(time: Date, random: Random): string {
  const ms = time.getTime().toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${drawUuid(random).slice(15)}`
}

/** Of version 4, out of four draws instead of one for each of 31 digits: there are millions of them to make. */
export function drawUuid(random: Random): string {
  const bytes = Buffer.allocUnsafe(16)
  for (const at of [0, 4, 8, 12]) bytes.writeUInt32BE(Math.floor(random.share() * 2 ** 32), at)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
