import type { BloodRequest, DonorsWhoGave } from '@blood-bank/contract/blood-requests/endpoints'
import type { RemovalReason } from '@blood-bank/contract/blood-requests/removals'

/** The status of a request after an action; null if it is deleted. */
export const STATUS_AFTER = { fulfil: 'fulfilled', cancel: 'cancelled', delete: null } as const

export type Action = 'fulfil' | 'cancel' | 'delete'

/** An action on a request that awaits confirmation. */
export type RequestedAction = {
  action: Action
  bloodRequest: BloodRequest
  /** For `fulfil`: the offers whose donors gave. */
  donorsWhoGave?: DonorsWhoGave | undefined
  /** For `fulfil`: the offers whose donors came, and whom the hospital couldn't take. */
  turnedAwayIds?: string[] | undefined
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
