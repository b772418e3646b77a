import type { DonorToCall } from '@blood-bank/contract/kept-donors/calls'
import type { AccountExport } from '@blood-bank/contract/own-account/account-export'
import type { NameOf } from '../queries.ts'
import type { DonorToCallRow } from './queries.ts'
import type { DonorCallRow } from './tables.ts'

/** A donor to call, for coordinators. */
export const donorToCall = (
  row: DonorToCallRow,
  { nameOf, viewerId }: { nameOf: NameOf; viewerId: string },
): DonorToCall => ({
  id: row.id,
  kind: row.kind,
  fullName: row.fullName,
  bloodGroup: row.bloodGroup,
  hallId: row.hallId,
  batch: row.batch,
  department: row.department,
  keptBy: nameOf(row.keptBy),
  askFor: row.askFor,
  mayHaveRegistered: row.mayHaveRegistered,
  lastCall:
    row.callId && row.calledAt
      ? {
          id: row.callId,
          by: nameOf(row.callerId),
          isMine: row.callerId === viewerId,
          calledAt: row.calledAt.toISOString(),
          result: row.result,
          notedAt: row.notedAt?.toISOString() ?? null,
        }
      : null,
  coming:
    row.comingCallId && row.comingSince
      ? {
          callId: row.comingCallId,
          bloodRequestId: row.comingFor,
          since: row.comingSince.toISOString(),
          hasEnded: row.hasEnded,
          hasContact: row.hasContact,
        }
      : null,
})

/** A call for whom it is about, or who made it. */
export const callForExport = (call: DonorCallRow, userId: string): AccountExport['calls'][number] => ({
  wasCaller: call.callerId === userId,
  bloodRequestId: call.bloodRequestId,
  calledAt: call.calledAt.toISOString(),
  result: call.result,
  notedAt: call.notedAt?.toISOString() ?? null,
  contactNumber: call.callerId === userId ? call.contactNumber : null,
  endedAt: call.endedAt?.toISOString() ?? null,
  outcome: call.outcome,
})
