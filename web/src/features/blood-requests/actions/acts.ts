import type { BloodRequest } from '@blood-bank/contract/blood-requests'

export type Act = 'fulfil' | 'cancel' | 'delete'

/** An act on a request that waits for a yes. */
export type Asked = { act: Act; bloodRequest: BloodRequest }

const NOT_UPDATED = 'Failed to update request status. Please try again.'

/** What can be done with a request of one's own, in words (spec §4, §8). */
export const ACTS = {
  fulfil: {
    button: 'Mark as Fulfilled',
    question: 'Mark this blood request as fulfilled?',
    consequence: 'It leaves the list of active requests, and cannot be made active again.',
    yes: 'Yes, mark it',
    done: 'The blood request is marked as fulfilled.',
    failed: NOT_UPDATED,
  },
  cancel: {
    button: 'Cancel Request',
    question: 'Cancel this blood request?',
    consequence: 'It leaves the list of active requests, and cannot be made active again.',
    yes: 'Yes, cancel it',
    done: 'The blood request is cancelled.',
    failed: NOT_UPDATED,
  },
  delete: {
    button: 'Delete',
    question: 'Delete this blood request?',
    consequence: 'It is deleted permanently, for everybody.',
    yes: 'Yes, delete it',
    done: 'The blood request is deleted.',
    failed: 'Failed to delete blood request. Please try again.',
  },
} as const satisfies Record<Act, Record<string, string>>
