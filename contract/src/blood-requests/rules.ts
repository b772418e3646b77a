import type { Actor } from '../users/actors.ts'
import { type BloodRequest, type ClosedStatus, owns } from './endpoints.ts'

/** An admin who cancels or deletes somebody else's request says why: its owner is told. */
export const needsReason = (
  actor: Actor,
  bloodRequest: Pick<BloodRequest, 'userId'>,
  outcome: ClosedStatus | 'deleted',
): boolean => outcome !== 'fulfilled' && !owns(actor, bloodRequest)

/** Only its owner can say that blood is still needed, while the request is active. */
export const mayConfirm = (actor: Actor, bloodRequest: Pick<BloodRequest, 'userId' | 'status'>) =>
  bloodRequest.status === 'active' && owns(actor, bloodRequest)

/** Donors are asked for such a request only after its owner has said that blood is still needed. */
export const needsConfirmation = ({
  status,
  confirmedAt,
  unconfirmedSince,
}: Pick<BloodRequest, 'status' | 'confirmedAt' | 'unconfirmedSince'>) =>
  status === 'active' && (confirmedAt === null || unconfirmedSince !== null)
