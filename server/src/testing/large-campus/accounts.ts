import { HOUR_MS } from '@blood-bank/contract/durations'
import type { Insertable } from 'kysely'
import { drawDonor } from '../../operations/demo/members.ts'
import { drawFullName, localPartOf } from '../../operations/demo/people.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { idAt, type Plan, randomOf, spreadOver } from './plan.ts'

const JOINED_WITHIN_DAYS = 3 * 365
const VERIFIED_WITHOUT_PROFILE = 0.9

/** Accounts by creation time: one member who is not a donor, two donors, and so on. */
export const accountOfMember = (nth: number) => 3 * nth
const accountOfDonor = (nth: number) => 3 * Math.floor(nth / 2) + 1 + (nth % 2)

/** How many of the members who are not donors had joined `daysAgo` days ago. */
export const membersJoined = ({ members }: Plan, daysAgo: number) =>
  Math.floor(members * (1 - daysAgo / JOINED_WITHIN_DAYS))

/** Accounts with a fixed role in tests, see `storeLargeCampus`. */
export const ADMIN = accountOfMember(0)
export const MEMBER = accountOfMember(1)
export const DONOR = accountOfDonor(0)

const KNOWN = new Map([
  [ADMIN, 'admin@example.edu'],
  [MEMBER, 'member@example.edu'],
  [DONOR, 'donor@example.edu'],
])

export function drawAccount({ accounts, now }: Plan, nth: number) {
  const random = randomOf('account', nth)
  const createdAt = spreadOver(JOINED_WITHIN_DAYS, { nth, of: accounts, now }, random.share())
  const fullName = drawFullName(random)
  const known = KNOWN.get(nth)
  const isDonor = nth % 3 !== 0
  return {
    id: idAt(createdAt, random),
    email: known ?? `${localPartOf(fullName)}${nth}@example.edu`,
    fullName,
    emailVerified: isDonor || known !== undefined || random.chance(VERIFIED_WITHOUT_PROFILE),
    createdAt,
  }
}

export function userRow(plan: Plan, nth: number): Insertable<Schema['users']> {
  const { fullName: _, ...user } = drawAccount(plan, nth)
  return { ...user, role: nth === ADMIN ? 'admin' : 'user' }
}

/** A donor registers within an hour after creating the account. */
export function donorRow(plan: Plan, nth: number): Insertable<Schema['donors']> {
  const random = randomOf('donor', nth)
  const { id: userId, email, fullName, createdAt } = drawAccount(plan, accountOfDonor(nth))
  const { form, ...adminFlags } = drawDonor(random, { nth, now: plan.now })
  const registeredAt = new Date(Math.min(createdAt.getTime() + random.share() * HOUR_MS, plan.now.getTime()))
  return { id: idAt(registeredAt, random), userId, email, ...form, fullName, ...adminFlags, registeredAt }
}
