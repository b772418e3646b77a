import { formatCalendarDate } from '@blood-bank/contract/donors/eligibility'
import type { Coordination } from '@blood-bank/contract/users/endpoints'

/** Of which hall somebody is a coordinator, and until when. */
export const describeCoordination = ({ hallId, until }: Coordination) =>
  `${hallId === null ? 'All halls' : 'One hall'}, until ${formatCalendarDate(until)}`
