import { DAY_MS } from '@blood-bank/contract/durations'
import { NUMBERS_CALLED_PER_DAY, tooManyNumbersCalledMessage } from '@blood-bank/contract/kept-donors/calls'
import type { User } from '@blood-bank/contract/users/endpoints'
import { sql } from 'kysely'
import type { AttemptLimits } from '../../identity/access/attempt-limits.ts'
import { accountsOfPerson, personOf } from '../../identity/mailboxes/mailbox.ts'
import { formatUsTime } from '../../platform/clock/local-time.ts'
import type { Database, Transaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { lockRevealsBy, recordSingleReveal } from '../offers/contact-ledger/store.ts'

/** Counts a change by a coordinator or an admin: nobody fills the tables with calls and donors. @throws Refusal too-many-calls */
export const takeChange = (attemptLimits: AttemptLimits, actor: User): Promise<void> =>
  attemptLimits.take([{ limit: 'coordinatorChanges', subject: personOf(actor) }], 'too-many-calls')

type Look = {
  /** The coordinator or admin. */
  actor: User
  /** Whose number it is: the id of a kept donor, or of a user. Null where nobody is known any more. */
  ownerId: string | null
  bloodRequestId: string | null
  timeZone: string
  now: Date
}

/**
 * Counts one number for whoever sees it, and records it in the contact ledger: the same person again is recorded, but counts no
 * more. Call it before other locks, in the transaction that reads the number.
 * @throws Refusal too-many-numbers-called
 */
export async function takeNumber(db: Transaction, look: Look): Promise<void> {
  await requireNumbersLeft(db, look)
  const { actor, ownerId, bloodRequestId, now } = look
  await recordSingleReveal(db, { ownerId, viewerId: actor.id, occasion: 'coordinator', bloodRequestId, now })
}

/**
 * Locks the numbers of a day of whoever is about to see one, also one that nobody has: who tries numbers after the last of a
 * day learns of none whether it is known.
 * @throws Refusal too-many-numbers-called
 */
export async function requireNumbersLeft(
  db: Transaction,
  { actor, ownerId, timeZone, now }: Omit<Look, 'bloodRequestId'>,
): Promise<void> {
  await lockRevealsBy(db, personOf(actor))
  const seen = await listPeopleSeen(db, actor.id, now)
  const isSeen = ownerId !== null && seen.some(person => person.ownerId === ownerId)
  if (seen.length < NUMBERS_CALLED_PER_DAY || isSeen) return
  // The first one that counts no more makes room.
  const until = new Date((seen.at(-NUMBERS_CALLED_PER_DAY)?.lastAt ?? now).getTime() + DAY_MS)
  throw refuse('too-many-numbers-called', {
    message: tooManyNumbersCalledMessage(formatUsTime(until, timeZone)),
    retryAfterSeconds: (until.getTime() - now.getTime()) / 1_000,
  })
}

/** The people whose numbers somebody saw as a coordinator in the last 24 hours; each entry of an erased one counts by itself. */
const listPeopleSeen = async (
  db: Database,
  viewerId: string,
  now: Date,
): Promise<{ ownerId: string | null; lastAt: Date }[]> =>
  db
    .selectFrom('contactReveals')
    .select(({ fn }) => ['ownerId', fn.max('occurredAt').as('lastAt')])
    .where('viewerId', 'in', accountsOfPerson(viewerId))
    .where('occasion', '=', 'coordinator')
    .where('event', '=', 'began')
    .where('occurredAt', '>', new Date(now.getTime() - DAY_MS))
    .groupBy(['ownerId', sql`case when owner_id is null then reveal_id end`])
    .orderBy('lastAt')
    .execute()
