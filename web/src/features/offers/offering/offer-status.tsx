import type { BloodRequest } from '@blood-bank/contract/blood-requests'
import { Link } from '../../../ui/controls/link.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { MY_OFFERS } from '../my-offers.ts'
import { useOfferingContext } from './offering.tsx'

/** What concerns this request only: the actor's offer for it, or that their group doesn't fit. */
export function OfferStatus({ bloodRequest }: { bloodRequest: BloodRequest }) {
  const { facts } = useOfferingContext()
  if (!facts) return null
  const reason = facts.reasonFor(bloodRequest)
  if (reason === 'already-offered') {
    return (
      <p>
        You offered to donate. <Link to={MY_OFFERS}>My Offers</Link>
      </p>
    )
  }
  if (reason !== 'incompatible-blood-group' || facts.generalReason !== null) return null
  return (
    <SmallPrint>
      Your group {facts.donor?.bloodGroup} can't be given to {bloodRequest.requiredBloodGroup}.
    </SmallPrint>
  )
}
