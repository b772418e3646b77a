import type { AlertProgress } from '@blood-bank/contract/alerts/endpoints'
import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import type { ReceivedOffer } from '@blood-bank/contract/offers/endpoints'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'

type Props = {
  bloodRequest: BloodRequest
  progress: AlertProgress | undefined
  /** The offers that stand. */
  standing: ReceivedOffer[]
}

/** What must not happen, and for how many units nobody can come yet. */
export function StillMissing({ bloodRequest, progress, standing }: Props) {
  const missing = bloodRequest.unitsRequired - bloodRequest.unitsGiven - standing.length
  return (
    <SmallPrint>
      Never pay or accept money for blood.
      {missing > 0 && (
        <>
          <br />
          {missing} more {missing === 1 ? 'unit' : 'units'}: {describeRest(progress)}
        </>
      )}
    </SmallPrint>
  )
}

function describeRest(progress: AlertProgress | undefined): string {
  const rest = progress?.donorsWithoutOffer ?? 0
  if (rest === 0) return 'share your request, or call donors yourself.'
  return rest === 1 ? '1 donor has not answered yet.' : `${rest} donors have not answered yet.`
}
