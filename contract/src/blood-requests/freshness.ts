import type { Actor } from '../users/actors.ts'
import { type BloodRequest, owns } from './endpoints.ts'

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
