import { type AlertProgress, readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Link } from '../../ui/controls/link.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { PhoneLink } from '../../ui/phone/phone-link.tsx'

/** Makes an empty line as high as one with text. */
const NO_BREAK_SPACE = '\u00a0'

/**
 * How many donors were asked for an active request, and how many can come, for its owner and admins. If the call fails
 * nothing is shown: the rest of the card does not depend on it. Until then, and until donors are asked, a line is there: the
 * buttons below must not move while they are pressed.
 */
export function DonorsAsked({ bloodRequest }: { bloodRequest: BloodRequest }) {
  const { id, status, offersStanding } = bloodRequest
  const { data, isPending } = useQuery({
    queryKey: ['alerts', id],
    meta: { live: ['own-blood-requests'] },
    queryFn: ({ signal }) => call(readAlertProgress, { params: { id } }, { signal }),
    enabled: status === 'active',
  })
  if (status !== 'active') return null
  if (!data) return isPending && <SmallPrint>{NO_BREAK_SPACE}</SmallPrint>
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

function describe({ donorsAsked, isExhausted }: AlertProgress, canCome: number): string {
  if (donorsAsked === 0) return isExhausted ? 'No donor could be asked yet.' : 'No donor has been asked yet.'
  const asked = donorsAsked === 1 ? '1 donor asked' : `${donorsAsked} donors asked`
  const answer = `${asked}, ${canCome} can come.`
  return isExhausted ? `${answer} Everyone who can give has been asked.` : answer
}
