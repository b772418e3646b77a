import { randomUUID } from 'node:crypto'
import { computeAnswerTimes } from '../../features/offers/answer-times.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Campus } from './campus.ts'
import { dayOf } from './days.ts'
import { LOGINS } from './logins.ts'
import type { closingsOf } from './thanks.ts'

/** Stores the offers and donations of a campus, with the entries of the contact ledger and the audit. */
export async function storeOffers(
  db: Database,
  { members, offers, donations, revealsToAdmin }: Campus,
  closings: ReturnType<typeof closingsOf>,
): Promise<void> {
  await db
    .insertInto('offers')
    .values(
      offers.map(({ donor, bloodRequest, hiddenAt, ...offer }) => ({
        ...offer,
        userId: donor.id,
        bloodRequestId: bloodRequest.id,
        requiredBloodGroup: bloodRequest.form.requiredBloodGroup,
      })),
    )
    .execute()
  await db
    .insertInto('donations')
    .values(
      donations.map(({ donor, offer, ...donation }) => ({
        ...donation,
        userId: donor.id,
        offerId: offer?.id ?? null,
        bloodRequestId: offer?.bloodRequest.id ?? null,
        thankYou: (offer && closings.get(offer.bloodRequest.id)?.thankYou) ?? donation.thankYou,
      })),
    )
    .execute()
  const adminId = members.find(({ email }) => email === LOGINS.admin.email)?.id
  if (adminId === undefined) throw new Error('The campus has no admin.')
  const reveals = [
    ...offers.map(({ revealId, donor, bloodRequest, offeredAt, hiddenAt }) => ({
      entry: {
        revealId,
        ownerId: donor.id,
        viewerId: bloodRequest.owner.id,
        occasion: 'offer' as const,
        bloodRequestId: bloodRequest.id,
      },
      beganAt: offeredAt,
      endedAt: hiddenAt,
    })),
    ...revealsToAdmin.map(({ owner, at }) => ({
      entry: {
        revealId: randomUUID(),
        ownerId: owner.id,
        viewerId: adminId,
        occasion: 'admin' as const,
        bloodRequestId: null,
      },
      beganAt: at,
      endedAt: at,
    })),
  ]
  await db
    .insertInto('contactReveals')
    .values(
      reveals.flatMap(({ entry, beganAt, endedAt }) => [
        { ...entry, event: 'began' as const, occurredAt: beganAt },
        ...(endedAt ? [{ ...entry, event: 'ended' as const, occurredAt: endedAt }] : []),
      ]),
    )
    .execute()
  const donorIds = await db.selectFrom('donors').select(['id', 'userId']).execute()
  const donorIdOf = new Map(donorIds.map(({ id, userId }) => [userId, id]))
  await db
    .insertInto('auditEntries')
    .values(
      revealsToAdmin.map(({ owner, at }) => ({
        actorId: adminId,
        action: 'number-revealed',
        targetId: donorIdOf.get(owner.id) ?? null,
        before: null,
        after: null,
        at,
      })),
    )
    .execute()
}

/** What earlier months had, the latest first; their requests have been deleted. */
const EARLIER_MONTHS = [
  { posted: 19, answered: 17, medianMinutes: 14 },
  { posted: 22, answered: 19, medianMinutes: 18 },
  { posted: 12, answered: 9, medianMinutes: null },
  { posted: 17, answered: 14, medianMinutes: 26 },
  { posted: 14, answered: 11, medianMinutes: 41 },
]

/** Stores how soon donors answered in earlier months, and computes it for the last one. */
export async function storeAnswerTimes(db: Database, now: Date): Promise<void> {
  const months = EARLIER_MONTHS.map((figures, at) => {
    const first = (after: number) =>
      dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - at - after, 1)))
    return { ...figures, month: first(2), computedOn: first(0) }
  })
  // Housekeeping writes months without requests into an empty database.
  await db.deleteFrom('answerTimes').execute()
  await db.insertInto('answerTimes').values(months).execute()
  await computeAnswerTimes(db, { today: dayOf(now), timeZone: 'UTC' })
}
