import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests'
import { readOwnDonor } from '@blood-bank/contract/donors'
import { aPage } from './builders.ts'
import { replying } from './replies.ts'

/** What a test needs that comes by the dashboard on its way: nothing there yet. */
export const dashboardReplies = [
  replying(readOwnDonor, { donor: null }),
  replying(listOwnBloodRequests, aPage([])),
]
