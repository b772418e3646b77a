import type { BloodRequestStatus } from '@blood-bank/contract/blood-requests/endpoints'
import { HOUR_MS } from '@blood-bank/contract/durations'
import type { Insertable } from 'kysely'
import { drawBloodRequest } from '../../operations/demo/blood-requests.ts'
import { daysBefore } from '../../operations/demo/days.ts'
import { drawDonor } from '../../operations/demo/members.ts'
import { drawFullName, localPartOf } from '../../operations/demo/people.ts'
import { createRandom, type Random } from '../../operations/demo/random.ts'
import type { Schema } from '../../platform/database/schema.ts'

/** The numbers of records of a campus, and its time, from just before which the newest ones are. */
type Plan = Record<'members' | 'donors' | 'accounts' | 'bloodRequests', number> & { now: Date }

/**
 * At scale 1: 100,000 donors, each with an account, and 50,000 members who are not donors and have posted 200,000 blood
 * requests.
 */
export const planCampus = ({ scale, now }: { scale: number; now: Date }): Plan => ({
  members: Math.round(50_000 * scale),
  donors: Math.round(100_000 * scale),
  accounts: Math.round(150_000 * scale),
  bloodRequests: Math.round(200_000 * scale),
  now,
})

/** `count` rows of one table, generated on demand, each with the same columns. */
export type Rows = { table: keyof Schema; count: number; draw: (nth: number) => object }

/** The generated rows, in an order that satisfies the foreign keys. */
export const rowsOf = (plan: Plan) =>
  ({
    users: { table: 'users', count: plan.accounts, draw: nth => userRow(plan, nth) },
    donors: { table: 'donors', count: plan.donors, draw: nth => donorRow(plan, nth) },
    bloodRequests: {
      table: 'bloodRequests',
      count: plan.bloodRequests,
      draw: nth => bloodRequestRow(plan, nth),
    },
  }) satisfies Record<string, Rows>

/** With this seed a search for AB− finds 281 donors at scale 1, the number that the speed goals name. */
const SEED = 1916
const KINDS = ['account', 'donor', 'blood-request'] as const

/**
 * A random generator for each row, so that any row can be generated without those before it and memory use does not
 * grow with the campus.
 */
const randomOf = (kind: (typeof KINDS)[number], nth: number): Random =>
  createRandom(Math.imul(SEED, 0x85ebca6b) + KINDS.indexOf(kind) * 1_000_000_000 + nth)

/** The time of record `nth` of `of`, spread evenly over the `days` before `now` and increasing with `nth`. */
const spreadOver = (days: number, { nth, of, now }: { nth: number; of: number; now: Date }, share: number) =>
  daysBefore(now, days * (1 - (nth + share) / of))

/** A UUID of version 7, as the database would have generated it at that time. */
function idAt(time: Date, random: Random): string {
  const ms = time.getTime().toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${drawUuid(random).slice(15)}`
}

/** A UUID of version 4. Four draws instead of one per digit, because there are millions to generate. */
function drawUuid(random: Random): string {
  const bytes = Buffer.allocUnsafe(16)
  for (const at of [0, 4, 8, 12]) bytes.writeUInt32BE(Math.floor(random.share() * 2 ** 32), at)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

const JOINED_WITHIN_DAYS = 3 * 365
const VERIFIED_WITHOUT_PROFILE = 0.9

/** Accounts by creation time: one member who is not a donor, two donors, and so on. */
const accountOfMember = (nth: number) => 3 * nth
const accountOfDonor = (nth: number) => 3 * Math.floor(nth / 2) + 1 + (nth % 2)

/** Accounts with a fixed role in tests, see `storeLargeCampus`. */
export const KNOWN = { admin: accountOfMember(0), member: accountOfMember(1), donor: accountOfDonor(0) }

export function drawAccount({ accounts, now }: Plan, nth: number) {
  const random = randomOf('account', nth)
  const createdAt = spreadOver(JOINED_WITHIN_DAYS, { nth, of: accounts, now }, random.share())
  const fullName = drawFullName(random)
  const [known] = Object.entries(KNOWN).find(([, account]) => account === nth) ?? []
  return {
    id: idAt(createdAt, random),
    email: `${known ?? `${localPartOf(fullName)}${nth}`}@example.edu`,
    fullName,
    emailVerified: nth % 3 !== 0 || known !== undefined || random.chance(VERIFIED_WITHOUT_PROFILE),
    createdAt,
  }
}

function userRow(plan: Plan, nth: number): Insertable<Schema['users']> {
  const { fullName: _, ...user } = drawAccount(plan, nth)
  return { ...user, role: nth === KNOWN.admin ? 'admin' : 'user' }
}

/** A donor registers within an hour after creating the account. */
function donorRow(plan: Plan, nth: number): Insertable<Schema['donors']> {
  const random = randomOf('donor', nth)
  const { id: userId, email, fullName, createdAt } = drawAccount(plan, accountOfDonor(nth))
  const { form, ...adminFlags } = drawDonor(random, { nth, now: plan.now })
  const registeredAt = new Date(Math.min(createdAt.getTime() + random.share() * HOUR_MS, plan.now.getTime()))
  return { id: idAt(registeredAt, random), userId, email, ...form, fullName, ...adminFlags, registeredAt }
}

const POSTED_WITHIN_DAYS = 2 * 365
const REQUESTS_OF_MEMBER = 4

/** 2 % are active: many of the newest 5 %, and a few old ones that nobody closed. */
const RECENT_SHARE = 0.05
const RECENT: Record<BloodRequestStatus, number> = { active: 0.38, fulfilled: 0.47, cancelled: 0.15 }
const OLD: Record<BloodRequestStatus, number> = { active: 0.001, fulfilled: 0.759, cancelled: 0.24 }

function bloodRequestRow(plan: Plan, nth: number): Insertable<Schema['bloodRequests']> {
  const { bloodRequests: of, now } = plan
  const random = randomOf('blood-request', nth)
  const requestedAt = spreadOver(POSTED_WITHIN_DAYS, { nth, of, now }, random.share())
  const owner = drawAccount(plan, ownerOf(plan, nth, random))
  return {
    id: idAt(requestedAt, random),
    userId: owner.id,
    userEmail: owner.email,
    idempotencyKey: drawUuid(random),
    ...drawBloodRequest(random, { nth, now }).form,
    status: random.weighted(nth >= of * (1 - RECENT_SHARE) ? RECENT : OLD),
    requestedAt,
    nextWaveAt: null,
  }
}

/** The known member posts the last request of each quarter. The others are posted by members who had joined by then. */
function ownerOf({ members, bloodRequests }: Plan, nth: number, random: Random) {
  if ((nth + 1) % (bloodRequests / REQUESTS_OF_MEMBER) === 0) return KNOWN.member
  const daysAgo = POSTED_WITHIN_DAYS * (1 - nth / bloodRequests)
  const joined = Math.floor(members * (1 - daysAgo / JOINED_WITHIN_DAYS))
  return accountOfMember(random.whole(2, joined - 1))
}
