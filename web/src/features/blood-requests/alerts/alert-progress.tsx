import { type AlertProgress as Progress, readAlertProgress } from '@blood-bank/contract/alerts'
import type { BloodRequest } from '@blood-bank/contract/blood-requests'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { Link } from '../../../ui/controls/link.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { PhoneLink } from '../../../ui/phone/phone-link.tsx'

/**
 * How many donors were asked for an active request, and how many can come, for its owner and admins. Without a reply from
 * the server nothing is shown: the rest of the card does not depend on it.
 */
export function AlertProgress({ bloodRequest }: { bloodRequest: BloodRequest }) {
  const { id, status, offersStanding } = bloodRequest
  const { data } = useQuery({
    queryKey: ['alerts', id],
    meta: { live: ['own-blood-requests'] },
    queryFn: ({ signal }) => call(readAlertProgress, { params: { id } }, { signal }),
    enabled: status === 'active',
  })
  if (status !== 'active' || !data) return null
  // The first donors of a new request are asked within seconds.
  if (data.donorsAsked === 0 && !data.isExhausted && !data.hotlineNumber) return null
  return (
    <SmallPrint>
      {describe(data, offersStanding)}
      {data.isExhausted && (
        <>
          {' '}
          <Link to="/help#no-answer">What you can do now</Link>
        </>
      )}
      {data.hotlineNumber && (
        <>
          {' '}
          Nobody has offered yet: call the hotline, <PhoneLink number={data.hotlineNumber} />.
        </>
      )}
    </SmallPrint>
  )
}

function describe({ donorsAsked, isExhausted }: Progress, canCome: number): string {
  if (donorsAsked === 0) return 'No donor could be asked yet.'
  const asked = donorsAsked === 1 ? '1 donor asked' : `${donorsAsked} donors asked`
  const answer = `${asked}, ${canCome} can come.`
  return isExhausted ? `${answer} Everyone who can give has been asked.` : answer
}
