import { type Actor, isAdmin } from '../users/actors.ts'
import type { BloodRequestRecord } from './administration.ts'
import type { BloodRequest, ClosedStatus } from './endpoints.ts'

/** Members' lists show buttons only for the member's own requests; admins have a separate list. */
export const owns = (actor: Actor, bloodRequest: Pick<BloodRequest, 'userId'>) =>
  actor.id === bloodRequest.userId

/** Its owner and admins may close and delete a request (spec §4, §6). */
export const mayManage = (actor: Actor, bloodRequest: Pick<BloodRequest, 'userId'>) =>
  owns(actor, bloodRequest) || isAdmin(actor)

/** Only an active request can be fulfilled or cancelled (spec §4). */
export const mayClose = (actor: Actor, bloodRequest: Pick<BloodRequest, 'userId' | 'status'>) =>
  bloodRequest.status === 'active' && mayManage(actor, bloodRequest)

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

/** An admin can say of a request that it is real, unless somebody has said so or it was cancelled. */
export const mayFindReal = ({ status, foundRealAt }: Pick<BloodRequestRecord, 'status' | 'foundRealAt'>) =>
  status !== 'cancelled' && foundRealAt === null
