import type { Insertable } from 'kysely'
import { drawDonor } from '../../operations/demo/donors.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { accountOfDonor, drawAccount } from './accounts.ts'
import { idAt, type Plan, randomOf } from './plan.ts'

const HOUR_MS = 3_600_000

/** A donor registers within an hour after creating the account. */
export function donorRow(plan: Plan, nth: number): Insertable<Schema['donors']> {
  const random = randomOf('donor', nth)
  const { id: userId, email, fullName, createdAt } = drawAccount(plan, accountOfDonor(nth))
  const { form, ...adminFlags } = drawDonor(random, { nth, now: plan.now })
  const registeredAt = new Date(Math.min(createdAt.getTime() + random.share() * HOUR_MS, plan.now.getTime()))
  return { id: idAt(registeredAt, random), userId, email, ...form, fullName, ...adminFlags, registeredAt }
}
