import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { aPage } from './builders.ts'
import { replying } from './replies.ts'

/** Replies of an empty dashboard, for tests that pass through it. */
export const dashboardReplies = [
  replying(readOwnDonor, { donor: null }),
  replying(listOwnBloodRequests, aPage([])),
]
