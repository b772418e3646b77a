import { daysBefore } from '../../operations/demo/days.ts'
import { createRandom, type Random } from '../../operations/demo/random.ts'

/** The numbers of records of a campus, and its current time. */
export type Plan = { members: number; donors: number; accounts: number; bloodRequests: number; now: Date }

/** At scale 1. The newest account and the newest request are from just before `now`. */
const MEMBERS = 50_000
const DONORS = 100_000
const BLOOD_REQUESTS = 200_000

/**
 * 100,000 donors, each with an account, and 50,000 members who are not donors: 150,000 rows in `users`. The members
 * who are not donors have posted 200,000 blood requests.
 */
export const planCampus = ({ scale, now }: { scale: number; now: Date }): Plan => ({
  members: Math.round(MEMBERS * scale),
  donors: Math.round(DONORS * scale),
  accounts: Math.round((MEMBERS + DONORS) * scale),
  bloodRequests: Math.round(BLOOD_REQUESTS * scale),
  now,
})

/** With this seed a search for AB− finds 281 donors at scale 1, the number that the speed goals name. */
const SEED = 1916

const KINDS = ['account', 'donor', 'blood-request'] as const

/**
 * A random generator for each row, so that any row can be generated without those before it and memory use does not
 * grow with the campus.
 */
export const randomOf = (kind: (typeof KINDS)[number], nth: number): Random =>
  createRandom(Math.imul(SEED, 0x85ebca6b) + KINDS.indexOf(kind) * 1_000_000_000 + nth)

/** The time of record `nth` of `of`, spread evenly over the `days` before `now` and increasing with `nth`. */
export const spreadOver = (
  days: number,
  { nth, of, now }: { nth: number; of: number; now: Date },
  share: number,
) => daysBefore(now, days * (1 - (nth + share) / of))

/** A UUID of version 7, as the database would have generated it at that time. */
export function idAt(time: Date, random: Random): string {
  const ms = time.getTime().toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${drawUuid(random).slice(15)}`
}

/** A UUID of version 4. Four draws instead of one per digit, because there are millions to generate. */
export function drawUuid(random: Random): string {
  const bytes = Buffer.allocUnsafe(16)
  for (const at of [0, 4, 8, 12]) bytes.writeUInt32BE(Math.floor(random.share() * 2 ** 32), at)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
