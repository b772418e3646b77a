import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { Button } from '../../../ui/controls/button.tsx'
import { useOfferingContext } from './offering.tsx'

type Props = {
  bloodRequest: BloodRequest
  /** Id of the request's heading, as the buttons of all requests have the same label. */
  describedBy: string
}

/** Offers to donate, where the actor may. The card and `OfferGuidance` say why they may not. */
export function OfferButton({ bloodRequest, describedBy }: Props) {
  const { facts, ask } = useOfferingContext()
  if (!facts || facts.reasonFor(bloodRequest) !== null) return null
  return (
    <Button
      variant="primary"
      aria-describedby={describedBy}
      onClick={() => ask({ bloodRequest, headingId: describedBy })}
    >
      I can donate
    </Button>
  )
}
