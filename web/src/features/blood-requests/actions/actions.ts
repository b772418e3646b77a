import {
  type BloodRequest,
  closeBloodRequest,
  type DonorsWhoGave,
  deleteBloodRequest,
} from '@blood-bank/contract/blood-requests/endpoints'
import type { RemovalReason } from '@blood-bank/contract/blood-requests/removals'
import { call } from '../../../api/call.ts'
import { type Change, type Changes, useChanges } from '../../../lists/changes/use-changes.ts'
import { refreshRecords } from '../../../session/session.ts'
import { currentTime } from '../../../ui/browser/clock.ts'
import { BLOOD_REQUESTS, keepsOf } from '../queries.ts'

/** The status of a request after an action; null if it is deleted. */
export const STATUS_AFTER = { fulfil: 'fulfilled', cancel: 'cancelled', delete: null } as const

export type Action = 'fulfil' | 'cancel' | 'delete'

/** An action on a request that awaits confirmation. */
export type RequestedAction = {
  action: Action
  bloodRequest: BloodRequest
  /** For `fulfil`: the offers whose donors gave. */
  donorsWhoGave?: DonorsWhoGave | undefined
  /** For `cancel` and `delete` by an admin. */
  reason?: RemovalReason | undefined
}

const UPDATE_FAILED = 'Failed to update request status. Please try again.'

/** The texts of the actions on one's own requests (spec §4, §8). */
export const ACTIONS = {
  fulfil: {
    button: 'Mark as Fulfilled',
    question: 'Mark this blood request as fulfilled?',
    consequence:
      'It leaves the list of active requests, and no more donors are asked. If blood is needed again, post it again.',
    yes: 'Yes, we have the blood',
    keep: 'Not yet',
    done: 'The blood request was marked as fulfilled.',
    failed: UPDATE_FAILED,
  },
  cancel: {
    button: 'Cancel Request',
    question: 'Cancel this blood request?',
    consequence: "It will leave the list of active requests and can't be made active again.",
    yes: 'Cancel this request',
    keep: 'Keep it',
    done: 'The blood request was cancelled.',
    failed: UPDATE_FAILED,
  },
  delete: {
    button: 'Delete',
    question: 'Delete this blood request?',
    consequence: 'It will be deleted permanently, for everybody.',
    yes: 'Delete this request',
    keep: 'Keep it',
    done: 'The blood request was deleted.',
    failed: 'Failed to delete blood request. Please try again.',
  },
} as const satisfies Record<Action, Record<string, string>>

/** Actions on the requests of a list, which shows refusals: the request may be gone. */
export const useActions = ({ showsSuccesses = false } = {}): Actions =>
  useChanges<BloodRequest, RequestedAction>({
    queryKey: BLOOD_REQUESTS,
    keepsOf,
    refresh: refreshRecords,
    showsSuccesses,
    showsRefusals: true,
  })

export type Actions = Changes<BloodRequest, RequestedAction>

/** How an action changes a request. */
export function changeBy({
  action,
  bloodRequest: record,
  donorsWhoGave,
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
        ? call(closeBloodRequest, { params, body: { status, donorsWhoGave, reason } })
        : call(deleteBloodRequest, { params, query: { reason } }),
    done,
    failed,
  }
}
