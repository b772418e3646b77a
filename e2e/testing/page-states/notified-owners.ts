import type { PageState } from './page-state.ts'
import { A_BLOOD_REQUEST } from './replies/blood-requests.ts'
import { DONOR } from './replies/offers.ts'

const CHANGED_AT = '2026-03-15T10:15:00.000Z'

const CANCELLED = {
  ...A_BLOOD_REQUEST,
  status: 'cancelled',
  unconfirmedSince: null,
  closedByAdminAt: CHANGED_AT,
  closingReason: 'wrong-details',
}

const DELETION = {
  id: '0192f0c1-0000-7000-8000-0000000000f1',
  requiredBloodGroup: 'B-',
  reason: 'asked-for-money',
  requestedAt: '2026-03-14T10:15:00.000Z',
  deletedAt: CHANGED_AT,
}

/** What people see of their requests and their donor profile after an admin changed them. */
export const NOTIFIED_OWNER_STATES: PageState[] = [
  {
    name: 'dashboard-told',
    as: 'donor',
    path: '/dashboard',
    calls: {
      '**/api/blood-requests/mine*': { records: [CANCELLED], next: null, total: 1 },
      '**/api/blood-requests/mine/deletions': { deletions: [DELETION] },
      '**/api/donors/mine': {
        donor: {
          ...DONOR,
          verificationChangedAt: CHANGED_AT,
          isProfileActive: false,
          activationChangedAt: CHANGED_AT,
        },
      },
    },
    shows: 'An admin cancelled this request',
  },
]
