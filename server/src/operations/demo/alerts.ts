import type { AlertAnswer } from '@blood-bank/contract/alerts/endpoints'
import { canGiveTo } from '@blood-bank/contract/donors/compatibility'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import type { Database } from '../../platform/database/connection.ts'
import type { DemoMember } from './members.ts'
import type { DemoOffer, OwnedBloodRequest } from './offers.ts'
import type { Random } from './random.ts'

/** A donor who was asked for an active request. */
export type DemoAlert = {
  donor: DemoMember
  bloodRequest: OwnedBloodRequest
  alertedAt: Date
  answer: AlertAnswer | null
  answeredAt: Date | null
}

const MAX_ALERTS = 14

type Campus = { members: DemoMember[]; bloodRequests: OwnedBloodRequest[]; offers: DemoOffer[] }

/** Draws who was asked for the active requests: whoever offered said yes, a few declined, the others have not answered. */
export function drawAlerts(random: Random, { members, bloodRequests, offers }: Campus): DemoAlert[] {
  const offerOf = new Map(offers.map(offer => [offer.donor.id, offer]))
  const waiting = new Set(members.filter(({ donor }) => donor?.isProfileActive && donor.form.isAvailable))
  return bloodRequests
    .filter(({ status }) => status === 'active')
    .flatMap(bloodRequest => {
      const asked = [...waiting]
        .filter(member => mayBeAsked(member, bloodRequest, offerOf))
        .slice(0, MAX_ALERTS)
      const alertedAt = new Date(bloodRequest.requestedAt.getTime() + 1_000)
      return asked.map(donor => {
        waiting.delete(donor)
        const offer = offerOf.get(donor.id)
        const declinedAt = random.chance(0.2)
          ? new Date(alertedAt.getTime() + random.whole(1, 20) * MINUTE_MS)
          : null
        return {
          donor,
          bloodRequest,
          alertedAt,
          answer: offer ? ('yes' as const) : declinedAt && ('no' as const),
          answeredAt: offer?.offeredAt ?? declinedAt,
        }
      })
    })
}

/** Whoever has offered was asked for that request, and for no other. */
function mayBeAsked(
  { id, donor, createdAt }: DemoMember,
  { owner, form, requestedAt, ...bloodRequest }: OwnedBloodRequest,
  offerOf: Map<string, DemoOffer>,
): boolean {
  const offer = offerOf.get(id)
  if (offer) return offer.bloodRequest.id === bloodRequest.id
  return (
    donor !== null &&
    id !== owner.id &&
    createdAt < requestedAt &&
    canGiveTo(donor.form.bloodGroup, form.requiredBloodGroup)
  )
}

/** Stores the alerts of a campus as the planner does. */
export async function storeAlerts(db: Database, alerts: DemoAlert[]): Promise<void> {
  await db
    .insertInto('alerts')
    .values(
      alerts.map(({ donor, bloodRequest, ...alert }) => ({
        ...alert,
        bloodRequestId: bloodRequest.id,
        requesterId: bloodRequest.owner.id,
        userId: donor.id,
        need: Buffer.from(bloodRequest.id.replaceAll('-', ''), 'hex'),
        urgency: bloodRequest.form.urgency,
        kind: 'wave' as const,
      })),
    )
    .execute()
  const requests = new Map(alerts.map(({ bloodRequest, alertedAt }) => [bloodRequest.id, alertedAt]))
  await db
    .insertInto('alertWaves')
    .values(
      [...requests].map(([bloodRequestId, plannedAt]) => ({
        bloodRequestId,
        plannedAt,
        kind: 'wave' as const,
      })),
    )
    .execute()
  for (const { donor, alertedAt } of alerts)
    await db.updateTable('donors').set({ lastAlertedAt: alertedAt }).where('userId', '=', donor.id).execute()
}
