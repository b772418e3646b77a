import type { Actor } from '../users/actors.ts'
import { type BloodRequest, type ClosedStatus, owns } from './endpoints.ts'

/** An admin who cancels or deletes somebody else's request says why: its owner is told. */
export const needsReason = (
  actor: Actor,
  bloodRequest: Pick<BloodRequest, 'userId'>,
  outcome: ClosedStatus | 'deleted',
): boolean => outcome !== 'fulfilled' && !owns(actor, bloodRequest)
