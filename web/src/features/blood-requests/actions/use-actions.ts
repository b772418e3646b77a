import {
  type BloodRequest,
  closeBloodRequest,
  deleteBloodRequest,
} from '@blood-bank/contract/blood-requests/endpoints'
import { call } from '../../../api/call.ts'
import { type Change, type Changes, useChanges } from '../../../lists/changes/use-changes.ts'
import { refreshRecords } from '../../../session/session.ts'
import { currentTime } from '../../../ui/browser/clock.ts'
import { BLOOD_REQUESTS, keepsOf } from '../queries.ts'
import { ACTIONS, type RequestedAction, STATUS_AFTER } from './actions.ts'

/** Actions on the requests of a list, which shows refusals: the request may be gone. */
export const useActions = ({ showsSuccesses = false } = {}): Actions =>
  useChanges<BloodRequest, RequestedAction>({
    queryKey: BLOOD_REQUESTS,
    keepsOf,
    refresh: refreshRecords,
    showsSuccesses,
    refusedMayBeGone: true,
  })

export type Actions = Changes<BloodRequest, RequestedAction>

/** How an action changes a request. */
export function changeBy({
  action,
  bloodRequest: record,
  donorsWhoGave,
  turnedAwayIds,
  reason,
}: RequestedAction): Change<BloodRequest> {
  const { done, failed } = ACTIONS[action]
  const status = STATUS_AFTER[action]
  const params = { id: record.id }
  return {
    record,
    after: status && { status, closedAt: currentTime().toISOString() },
    send: () =>
      status
        ? call(closeBloodRequest, { params, body: { status, donorsWhoGave, turnedAwayIds, reason } })
        : call(deleteBloodRequest, { params, query: { reason } }),
    done,
    failed,
  }
}
