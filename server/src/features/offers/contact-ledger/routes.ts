import {
  NUMBER_REVEALS_PER_HOUR,
  revealDonorNumber,
  tooManyNumberRevealsMessage,
} from '@blood-bank/contract/donors/administration'
import { HOUR_MS } from '@blood-bank/contract/durations'
import { listContactReveals } from '@blood-bank/contract/offers/contact-reveals'
import { allowsNumberReveals } from '@blood-bank/contract/own-account/consent'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { AttemptLimits } from '../../../identity/access/attempt-limits.ts'
import type { Context } from '../../../identity/access/context.ts'
import { serve } from '../../../identity/access/serve.ts'
import { recordAction } from '../../../identity/audit/record-action.ts'
import { personOf } from '../../../identity/mailboxes/mailbox.ts'
import { findConsentVersion } from '../../../identity/own-account/consents.ts'
import { listAdminEmails, lockReferencedUser } from '../../../identity/users/store.ts'
import { formatUsTime } from '../../../platform/clock/local-time.ts'
import { type Database, inTransaction, type Transaction } from '../../../platform/database/connection.ts'
import { Refusal, refuse } from '../../../platform/http/refuse.ts'
import { enqueueMail } from '../../../platform/mail/outbox.ts'
import { findBloodRequests } from '../../blood-requests/queries.ts'
import { formatContactNumber } from '../../contact-numbers/contact-number.ts'
import { findDonor } from '../../donors/queries.ts'
import type { ContactLedgerMailKind } from './mails.ts'
import { listLatestReveals, listRevealsOfOwner } from './queries.ts'
import { lockRevealsBy, recordSingleReveal } from './store.ts'
import { revealForOwner } from './view.ts'

/** Who can see a person's number, who has seen it, and admins who look one up. */
export function contactLedgerRoutes({
  http,
  db,
  config,
  attemptLimits,
  recordSecurityEvent,
  now,
}: Context): void {
  const { defaultPhoneCountry, timeZone } = config
  serve(http, listContactReveals, async ({ query, actor }) => {
    const page = await listRevealsOfOwner(db, actor.id, query)
    const ids = page.records.map(({ bloodRequestId }) => bloodRequestId)
    const bloodRequests = await findBloodRequests(db, ids)
    const present = (reveal: (typeof page.records)[number]) =>
      revealForOwner(reveal, bloodRequests.get(reveal.bloodRequestId))
    return { ...page, records: page.records.map(present) }
  })

  serve(http, revealDonorNumber, async ({ params: { id }, actor }) => {
    const reveal = { id, viewer: actor, timeZone, attemptLimits, now: now() }
    const result = await inTransaction(db, db => revealNumber(db, reveal))
    // Thrown after the emails to the other admins were stored.
    if (result instanceof Refusal) {
      recordSecurityEvent('number-reveals-limit-reached', { actorId: actor.id })
      throw result
    }
    return { contactNumber: formatContactNumber(result, defaultPhoneCountry) }
  })
}

type NumberReveal = {
  /** The donor's. */
  id: string
  viewer: User
  timeZone: string
  attemptLimits: AttemptLimits
  now: Date
}

/**
 * Reads a donor's number for an admin, and records it in the audit and the contact ledger. Commit the
 * transaction also after the refusal that it returns: it has stored emails to the other admins.
 * @returns the number, or the refusal of one number too many
 * @throws Refusal donor-gone, or consent-outdated when the donor has not agreed to it
 */
async function revealNumber(db: Transaction, reveal: NumberReveal): Promise<string | Refusal> {
  const { id, viewer, now } = reveal
  await lockRevealsBy(db, personOf(viewer))
  const found = await findDonor(db, id)
  // The ledger has no foreign keys: without these locks it could name a person whose erasure has blanked it already.
  for (const userId of [found?.userId, viewer.id].sort()) if (userId) await lockReferencedUser(db, userId)
  const refusal = await refuseOverLimit(db, reveal)
  if (refusal) return refusal
  const donor = await findDonor(db, id)
  if (!donor) throw refuse('donor-gone')
  if (!allowsNumberReveals(await findConsentVersion(db, donor.userId))) throw refuse('consent-outdated')
  await recordAction(db, {
    actorId: viewer.id,
    action: 'number-revealed',
    targetId: donor.id,
    before: null,
    after: null,
  })
  await recordSingleReveal(db, {
    ownerId: donor.userId,
    viewerId: viewer.id,
    occasion: 'admin',
    bloodRequestId: null,
    now,
  })
  return donor.contactNumber
}

/** Reveals are counted in the ledger, which no admin can change. The other admins get one email an hour about it. */
async function refuseOverLimit(
  db: Database,
  { viewer, timeZone, attemptLimits, now }: NumberReveal,
): Promise<Refusal | null> {
  const since = new Date(now.getTime() - HOUR_MS)
  const latest = await listLatestReveals(db, viewer.id, { since, limit: NUMBER_REVEALS_PER_HOUR })
  const first = latest[NUMBER_REVEALS_PER_HOUR - 1]
  if (!first) return null
  const warning = await attemptLimits.tryTake(db, [
    { limit: 'numberRevealWarnings', subject: personOf(viewer) },
  ])
  if (warning.isAllowed)
    for (const recipient of await listAdminEmails(db))
      if (recipient !== viewer.email)
        await enqueueMail(db, 'many-numbers-revealed' satisfies ContactLedgerMailKind, recipient, {
          aboutUserId: viewer.id,
        })
  const until = new Date(first.occurredAt.getTime() + HOUR_MS)
  return refuse('too-many-number-reveals', {
    message: tooManyNumberRevealsMessage(formatUsTime(until, timeZone)),
    retryAfterSeconds: (until.getTime() - now.getTime()) / 1_000,
  })
}
