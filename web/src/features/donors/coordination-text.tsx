import { formatCalendarDate } from '@blood-bank/contract/donors/eligibility'
import type { Coordination } from '@blood-bank/contract/users/endpoints'
import { useHalls } from './halls.ts'

/** Of which hall somebody is a coordinator, and until when. */
export const CoordinationText = ({ hallId, until }: Coordination) =>
  hallId === null ? <Text hall="All halls" until={until} /> : <OfHall hallId={hallId} until={until} />

function OfHall({ hallId, until }: { hallId: string; until: string }) {
  const halls = useHalls().data
  return <Text hall={halls?.find(({ id }) => id === hallId)?.name ?? 'One hall'} until={until} />
}

const Text = ({ hall, until }: { hall: string; until: string }) => (
  <span>{`${hall}, until ${formatCalendarDate(until)}`}</span>
)
