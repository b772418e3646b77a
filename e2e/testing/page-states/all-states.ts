import { ADMIN_STATES } from './admins.ts'
import { ANSWER_STATES } from './answers.ts'
import { CALLING_STATES } from './calling.ts'
import { DONATION_STATES } from './donations.ts'
import { MEMBER_STATES } from './members.ts'
import { OFFER_STATES } from './offers.ts'
import type { PageState } from './page-state.ts'
import { REPORT_STATES } from './reports.ts'
import { SHARING_STATES } from './sharing.ts'
import { VISITOR_STATES } from './visitors.ts'

/** Every page in every state that does not look like that of another page, for `npm run screenshots` and `accessibility.spec.ts`. */
export const PAGE_STATES: readonly PageState[] = [
  ...VISITOR_STATES,
  ...ANSWER_STATES,
  ...MEMBER_STATES,
  ...DONATION_STATES,
  ...CALLING_STATES,
  ...OFFER_STATES,
  ...SHARING_STATES,
  ...ADMIN_STATES,
  ...REPORT_STATES,
]
