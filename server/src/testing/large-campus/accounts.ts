import type { Insertable } from 'kysely'
import { dotted, drawFullName } from '../../operations/demo/names.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { idAt, type Plan, randomOf, spreadOver } from './plan.ts'

const JOINED_WITHIN_DAYS = 3 * 365
const VERIFIED_WITHOUT_PROFILE = 0.9

/** Accounts in the order in which they were made: a member who does not give, two donors, and again. */
export const accountOfMember = (nth: number) => 3 * nth
export const accountOfDonor = (nth: number) => 3 * Math.floor(nth / 2) + 1 + (nth % 2)

/** How many of the members who do not give have joined when so many days are left. */
export const membersJoined = ({ members }: Plan, daysAgo: number) =>
  Math.floor(members * (1 - daysAgo / JOINED_WITHIN_DAYS))

/** Those with a part of their own: what they are for is said by `storeLargeCampus`. */
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
  const isGiving = nth % 3 !== 0
  return {
    id: idAt(createdAt, random),
    email: known ?? `${dotted(fullName)}${nth}@example.edu`,
    fullName,
    emailVerified: isGiving || known !== undefined || random.chance(VERIFIED_WITHOUT_PROFILE),
    createdAt,
  }
}

export function userRow(plan: Plan, nth: number): Insertable<Schema['users']> {
  const { fullName: _, ...user } = drawAccount(plan, nth)
  return { ...user, role: nth === ADMIN ? 'admin' : 'user' }
}
